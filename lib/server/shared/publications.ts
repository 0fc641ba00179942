import 'server-only';

/** A large text in parts, with a name that no other text has. */
export interface Body {
  name: string;
  parts: () => Iterable<string>;
}

/** What the leader has published: a small status, and a body that changes less often. */
export interface Publication {
  status: string;
  /** Null: it has no body. */
  bodyName: string | null;
  /** Reads the body. @throws FailureError when it cannot be read now, or has been replaced meanwhile */
  readBody: () => Promise<readonly string[]>;
}

/** How the leader's snapshot reaches the other replicas. */
export interface Publications {
  /** Sets the function that returns what to publish. It is called at the moment of writing. */
  setSource(source: () => { status: string; body: Body | null }): void;
  /** Publishes what the source returns, as soon as possible. Nothing happens while this replica does not lead. */
  publish(): void;
  /**
   * Sets the function that receives each publication of another replica, one at a time. It throws FailureError only, and
   * returns `foreign` for a publication of another version of Sightline, which it cannot read.
   */
  onPublication(listener: (publication: Publication) => Promise<'adopted' | 'foreign'>): void;
  /** Resolves when the present publication has been received, or cannot be. */
  received(): Promise<void>;
}

/** Without other replicas nobody receives anything. */
export const noPublications: Publications = {
  setSource: () => {},
  publish: () => {},
  onPublication: () => {},
  received: async () => {},
};
