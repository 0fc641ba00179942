type Read<T> = { success: true; data: T } | { success: false; data?: undefined };

/**
 * Parses a string enum with the interface of a zod enum. Code that the browser needs for its first rows uses this,
 * because zod is loaded later, with the first response that has to be validated.
 */
export interface OneOf<T extends string> {
  options: readonly T[];
  safeParse(value: unknown): Read<T>;
  /** @throws TypeError when it is none of them */
  parse(value: unknown): T;
}

export function oneOf<const T extends string>(options: readonly T[]): OneOf<T> {
  const find = (value: unknown) => options.find((option) => option === value);
  return {
    options,
    safeParse(value) {
      const data = find(value);
      return data === undefined ? { success: false } : { success: true, data };
    },
    parse(value) {
      const data = find(value);
      if (data === undefined) throw new TypeError(`must be one of ${options.join(', ')}`);
      return data;
    },
  };
}
