import 'server-only';

/** The one form in which servers send dates today (RFC 9110, "IMF-fixdate"). */
const imfFixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Upstream's own clock from the header `Date`, epoch ms; null when it did not say or not in the standard form. */
export function parseDateHeader(value: string | string[] | undefined): number | null {
  if (typeof value !== 'string' || !imfFixdate.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : at;
}
