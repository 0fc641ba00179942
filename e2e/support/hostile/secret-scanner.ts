import { encodedFormsOf } from './secret-forms.ts';

/** Searches contents for secrets, and counts the bytes searched. */
export interface Scanner {
  /** @param where the place that a hit names */
  scan(where: string, content: Buffer | string): void;
  /** The name, form and place of each secret found; never the secret itself. */
  hits(): readonly string[];
  bytes(): number;
}

/** @param secrets by name */
export function createScanner(secrets: Readonly<Record<string, string>>): Scanner {
  const wanted = Object.entries(secrets).flatMap(([secret, text]) =>
    encodedFormsOf(text).map((form) => ({ what: `${secret} as ${form.name}`, bytes: form.bytes })),
  );
  const hits: string[] = [];
  let bytes = 0;
  return {
    scan(where, content) {
      const searched = typeof content === 'string' ? Buffer.from(content) : content;
      bytes += searched.length;
      for (const form of wanted) if (searched.includes(form.bytes)) hits.push(`${form.what} in ${where}`);
    },
    hits: () => hits,
    bytes: () => bytes,
  };
}
