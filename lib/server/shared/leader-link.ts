import 'server-only';

/** What replicas tell each other apart from publications. */
export interface LeaderLink {
  /** Asks the replica that leads to read the list now, because a user has requested it. It learns of it within seconds. */
  askToRead(): void;
  /** Sets the function that is called when another replica asks, in all replicas. */
  onAskedToRead(listener: () => void): void;
  /** Tells all replicas that a monitor does not exist; the message can be lost. @param uuid in lower case */
  tellRemoved(uuid: string): void;
  /** Sets the function that is called then. */
  onRemoved(listener: (uuid: string) => void): void;
}

/** Without other replicas there is nobody to tell. */
export const noLink: LeaderLink = {
  askToRead: () => {},
  onAskedToRead: () => {},
  tellRemoved: () => {},
  onRemoved: () => {},
};
