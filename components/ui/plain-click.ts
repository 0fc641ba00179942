interface Click {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether a click follows a link here. With a key held, the browser opens it elsewhere or saves it. */
export function isPlainClick({ ctrlKey, metaKey, shiftKey, altKey }: Click): boolean {
  return !(ctrlKey || metaKey || shiftKey || altKey);
}
