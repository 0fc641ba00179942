import { formsOf } from './secret-forms.ts';

/** Looks for secrets in whatever it is given, and counts the bytes that it has looked through. */
export interface Scanner {
  /** @param where said of what is found */
  scan(where: string, content: Buffer | string): void;
  /** What was found where, in which form; never the secret itself. */
  hits(): readonly string[];
  bytes(): number;
}

/** @param secrets by name */
export function createScanner(secrets: Readonly<Record<string, string>>): Scanner {
  const wanted = Object.entries(secrets).flatMap(([secret, text]) =>
    formsOf(text).map((form) => ({ what: `${secret} as ${form.name}`, bytes: form.bytes })),
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
