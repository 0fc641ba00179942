/**
 * Where the walk through the list is heading: steps may be quicker than pages, and each starts from where the one
 * before it leads, whichever page stands there by then.
 */
let heading: string | null = null;

/** The monitor from which the next step starts. @param shown the one whose page is there */
export function stepFrom(shown: string): string {
  return heading ?? shown;
}

export function headTo(uuid: string): void {
  heading = uuid;
}

/** A page is there. @param shown its monitor; null for the list, where no step is under way */
export function arrivedAt(shown: string | null): void {
  if (shown === null || shown === heading) heading = null;
}
