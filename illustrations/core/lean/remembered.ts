/** A function of a node that works each out once, for nodes never change. */
export function remembered<Node extends object, Result>(work: (node: Node) => Result): (node: Node) => Result {
  const known = new WeakMap<Node, Result>();
  return (node) => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const result = work(node);
    known.set(node, result);
    return result;
  };
}
