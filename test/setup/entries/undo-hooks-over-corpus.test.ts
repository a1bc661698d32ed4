import { describeHooksUndo } from "./describe-hooks-undo.ts";

describeHooksUndo("user");
