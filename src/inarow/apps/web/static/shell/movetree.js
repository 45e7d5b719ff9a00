/** The moves of a game with every variation that was tried, as a tree. */

/** @import { Reviewed } from "./reviewing.js" */

export class MoveNode {
  /** How many moves lead here. */
  depth = 0;

  /** Without arguments, the root of a tree. @param {MoveNode | null} parent @param {string} move @param {number} cell */
  constructor(parent = null, move = "", cell = -1) {
    this.parent = parent;
    this.move = move;
    this.cell = cell;
    this.children = /** @type {MoveNode[]} */ ([]);
    if (parent) this.depth = parent.depth + 1;
    /** The move after this one that was looked at last. @type {MoveNode | null} */
    this.followed = null;
    /** How likely X is to win this position, from 0 to 1, if it was analysed. @type {number | null} */
    this.share = null;
    /** What the review says about this move. @type {AnnotationInfo | null} */
    this.verdict = null;
    /** What a people-like player did not see at this move. @type {UnseenInfo[]} */
    this.unseen = [];
    /** What a review says of the game that ends here. @type {Reviewed | null} */
    this.reviewed = null;
  }

  /** Play a move here; the same move leads to the same node. @param {string} move @param {number} cell */
  play(move, cell) {
    const known = this.children.find((child) => child.move === move);
    if (known) return known;
    const node = new MoveNode(this, move, cell);
    this.children.push(node);
    return node;
  }

  /** The nodes from the first move to this one. @returns {MoveNode[]} */
  path() {
    const nodes = [];
    for (let node = /** @type {MoveNode} */ (this); node.parent; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }

  /** The move that goes on from here: the one looked at last, or else the main one. @returns {MoveNode | undefined} */
  next() {
    return this.followed ?? this.children[0];
  }

  /** Remember that the way to this node was taken. */
  visit() {
    for (const node of this.path()) /** @type {MoveNode} */ (node.parent).followed = node;
  }

  /** Where following the first move each time leads to. @returns {MoveNode} */
  end() {
    let node = /** @type {MoveNode} */ (this);
    while (node.children.length) node = node.children[0];
    return node;
  }

  root() {
    let node = /** @type {MoveNode} */ (this);
    while (node.parent) node = node.parent;
    return node;
  }

  /** Make the way to this node the main line. */
  promote() {
    for (let node = /** @type {MoveNode} */ (this); node.parent; node = node.parent) {
      const siblings = node.parent.children;
      siblings.splice(siblings.indexOf(node), 1);
      siblings.unshift(node);
    }
  }

  /** Take this node and what follows out of the tree. @returns {MoveNode} the node before */
  remove() {
    const parent = /** @type {MoveNode} */ (this.parent);
    parent.children.splice(parent.children.indexOf(this), 1);
    if (parent.followed === this) parent.followed = null;
    return parent;
  }

  /** The tree below as nested arrays, to be kept. @returns {any[]} */
  toData() {
    return this.children.map(({ move, cell, unseen }, i) => [move, cell, this.children[i].toData(), ...(unseen.length ? [unseen] : [])]);
  }

  /** @param {any[]} data */
  addData(data) {
    for (const [move, cell, below, unseen = []] of data) {
      const node = this.play(String(move), Number(cell));
      node.unseen = unseen;
      node.addData(below);
    }
  }
}
