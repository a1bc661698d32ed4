/** Names that a terminal would obey, or that show something else than they are. */

export const EVIL_NAMES = {
  "an escape sequence": "a\u001b[2Jb",
  "a title": "a\u001b]0;owned\u0007b",
  "a control character of C1": "a\u009b2Jb",
  "a line break": "a\nerror: forged",
  "a carriage return": "a\rerror: forged",
  "a mark of direction": "a\u202egnp.exe",
  "an isolate": "a\u2066b\u2069",
  "a line separator": "a\u2028b",
  "a zero-width character": "a\u200bb",
  "a byte-order mark": "a\ufeffb",
  "a tag": "a\u{e0041}b",
  "a filler": "a\u3164b",
  "a blank of Braille": "a\u2800b",
  "a blank that is wide": "a\u3000b",
  "a blank that does not break": "a\u00a0b",
  "a selector of variants": "a\u{e0100}b",
  "a mark without a letter": "\u0301\u0302",
} as const;

/** Of everything that is written, only our own line breaks are left. */
export const RAW =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u115f\u1160\u3164\uffa0\u2800\u00a0\u3000\u{e0000}-\u{e0fff}]/u;
