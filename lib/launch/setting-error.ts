/** A setting of the launcher that cannot be used. Its message is a sentence for the operator. */
export class SettingError extends Error {}
