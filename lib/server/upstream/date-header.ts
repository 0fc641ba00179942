import 'server-only';

/** The only format in which servers send dates today (RFC 9110, "IMF-fixdate"). */
const imfFixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Parses the header `Date`, the time of upstream's clock, to epoch ms; null when missing or malformed. */
export function parseDateHeader(value: string | string[] | undefined): number | null {
  if (typeof value !== 'string' || !imfFixdate.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : at;
}
