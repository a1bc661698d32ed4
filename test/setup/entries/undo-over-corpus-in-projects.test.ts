import { describeUndo } from "./describe-undo.ts";

describeUndo("project");
