/** Text for people that is kept in a file: where it is coloured is marked, so that the terminal of another day decides. */

import type { Ink, Style } from "./reporter.ts";

/** Of the private area, which printable text may hold. */
const [BEGIN, MIDDLE, END] = ["\ue000", "\ue001", "\ue002"];

/** The style that marks. */
export const marking: Style = (ink, text) => `${BEGIN}${ink}${MIDDLE}${text}${END}`;

export function colouredText(marked: string, style: Style): string {
  return marked
    .split(BEGIN)
    .map((part, at) => {
      const middle = at === 0 ? -1 : part.indexOf(MIDDLE);
      const end = part.indexOf(END);
      return middle < 0 || end < middle ? part : style(part.slice(0, middle) as Ink, part.slice(middle + 1, end)) + part.slice(end + 1);
    })
    .join("");
}
