/** Formats of texts, which `$format` names. */

/** The formats. Texts are checked against the first three; the others are only documented. */
export const TEXT_FORMATS = ["date", "date-time", "uuid", "email", "uri"] as const;

/** A format of texts. */
export type TextFormat = typeof TEXT_FORMATS[number];

/** A text of each format. */
export const FORMAT_EXAMPLES: Readonly<Record<TextFormat, string>> = {
  "date": "2026-01-01",
  "date-time": "2026-01-01T00:00:00Z",
  "uuid": "00000000-0000-0000-0000-000000000000",
  "email": "user@example.com",
  "uri": "https://example.com",
};

/** Reports whether a word is a format. */
export function isTextFormat(word: string): word is TextFormat {
  return TEXT_FORMATS.some((each) => each === word);
}

/** Matches UUIDs (RFC 9562) of any version, in any case, as Flask does in paths. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;

const DATE_TIME =
  /^([0-9-]{10})[Tt]([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9]|60)(?:\.[0-9]+)?(?:[Zz]|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))$/;

/**
 * Reports whether a text has a format: `date` and `date-time` of RFC 3339, `uuid` of RFC 9562. Years
 * begin at 1, because Python has no year 0.
 *
 * @example
 * ```ts
 * import { hasFormat } from "./text_format.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(hasFormat("date", "2024-02-29"), true);
 * equal(hasFormat("date", "2026-02-29"), false);
 * equal(hasFormat("email", "anything"), true);
 * ```
 */
export function hasFormat(format: TextFormat, text: string): boolean {
  switch (format) {
    case "date":
      return isDate(text);
    case "date-time":
      return isDateTime(text);
    case "uuid":
      return UUID.test(text);
    case "email":
    case "uri":
      return true;
  }
}

function isDate(text: string): boolean {
  const [year = 0, month = 0, day = 0] = DATE.exec(text)?.slice(1).map(Number) ?? [];
  if (year < 1 || month < 1 || month > 12) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : DAYS[month - 1] ?? 0;
  return day >= 1 && day <= days;
}

/** The numbers of days of the months. */
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const MINUTES_OF_DAY = 24 * 60;

function isDateTime(text: string): boolean {
  const [, date = "", hour, minute, second, sign, hours, minutes] = DATE_TIME.exec(text) ?? [];
  if (!isDate(date)) return false;
  if (second !== "60") return true;
  // A leap second is the last one of a day of UTC.
  const ahead = (sign === "-" ? -1 : 1) * minutesOf(hours, minutes);
  return (minutesOf(hour, minute) - ahead + 1) % MINUTES_OF_DAY === 0;
}

function minutesOf(hours = "0", minutes = "0"): number {
  return 60 * Number(hours) + Number(minutes);
}
