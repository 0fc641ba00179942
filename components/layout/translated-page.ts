/**
 * Lets React work on a page that the browser has translated. The translation wraps text nodes in `<font>`; React then does
 * not find them in their parent, and throws (facebook/react#11538, ADR 0043). The wrapper is taken for its text node.
 */
export function tolerateTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const own = childAround(this, child);
    if (own) removeChild.call(this, own);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && childAround(this, before));
    return node;
  };
}

/** The child of `parent` that is `node` or contains it; null if there is none. */
function childAround(parent: Node, node: Node): Node | null {
  let own: Node | null = node;
  while (own && own.parentNode !== parent) own = own.parentNode;
  return own;
}
