/**
 * The editor of the workbench: CodeMirror with Python. `bundle.js` makes one file of this and all that it imports, which the page
 * loads when the workbench is opened.
 */

import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completeFromList, completionKeymap, completionStatus } from "@codemirror/autocomplete";
import { history, historyKeymap, indentLess, indentMore, standardKeymap } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/**
 * @import { Completion, CompletionContext, CompletionSource } from "@codemirror/autocomplete"
 * @import { Extension } from "@codemirror/state"
 *
 * @typedef {{name: string, kind: string, signature: string, about: string}} Name something that student code can use
 * @typedef {{globals: Name[], members: Record<string, Name[]>, variables: Record<string, string>}} Names
 *   what stands after a dot, by the type before it, and the types of usual variables
 * @typedef {{line: number, message: string}} LineError lines count from 1
 * @typedef {object} EditorConfig
 * @property {ShadowRoot} root where it stands; its own styles stay inside
 * @property {string} label what screen readers call it
 * @property {Names} names
 * @property {() => void} onChange
 * @property {() => void} onRun Ctrl+Enter was pressed
 */

/** Colours come from the page, so that they follow its theme. */
const theme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--surface)", fontSize: "var(--code-size, .9rem)", height: "100%" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "-1px" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace', lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)", paddingBlock: "8px" },
  ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--muted)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 9%, transparent)" },
  ".cm-content ::selection": { backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "8px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: ".8" },
  ".cm-completionInfo": { maxWidth: "20rem", padding: "6px 10px" },
  ".wrong": { backgroundColor: "var(--loss-soft)" },
  ".complaint": { padding: "2px 8px 4px", backgroundColor: "var(--loss-soft)", color: "var(--loss)", fontWeight: "600", whiteSpace: "pre-wrap" },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--code-keyword)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)], color: "var(--accent)", fontWeight: "600" },
]);

/** @type {import("@codemirror/state").StateEffectType<LineError | null>} */
const wrong = StateEffect.define();

class Complaint extends WidgetType {
  /** @param {string} message */
  constructor(message) {
    super();
    this.message = message;
  }

  toDOM() {
    const element = document.createElement("div");
    element.className = "complaint";
    element.textContent = this.message;
    return element;
  }
}

/** The line that is wrong; it moves with its text, and is right again once something is written. */
const complaints = StateField.define({
  create: () => Decoration.none,
  update(marks, { docChanged, effects, state }) {
    const effect = effects.find((each) => each.is(wrong));
    if (!effect) return docChanged ? Decoration.none : marks;
    const error = /** @type {LineError | null} */ (effect.value);
    if (!error || error.line < 1 || error.line > state.doc.lines) return Decoration.none;
    const { from, to } = state.doc.line(error.line);
    return Decoration.set([
      Decoration.line({ class: "wrong" }).range(from),
      Decoration.widget({ widget: new Complaint(error.message), block: true, side: 1 }).range(to),
    ]);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  /** @param {EditorConfig} config */
  constructor({ root, label, names, onChange, onRun }) {
    this.editable = new Compartment();
    // The language's own completion knows Python's names, ours what a board can do.
    const ours = [{ autocomplete: completing(names) }];
    this.view = new EditorView({
      root,
      parent: root,
      extensions: [
        basics(),
        python(),
        EditorState.languageData.of(() => ours),
        this.editable.of([]),
        keymap.of([{ key: "Mod-Enter", run: () => { onRun(); return true; } }]),
        EditorView.contentAttributes.of({ "aria-label": label }),
        EditorView.updateListener.of((update) => { if (update.docChanged) onChange(); }),
      ],
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** @param {boolean} isReadOnly */
  set readOnly(isReadOnly) {
    this.view.dispatch({ effects: this.editable.reconfigure(EditorState.readOnly.of(isReadOnly)) });
  }

  /** Show an error under its line, or none. @param {LineError | null} error */
  mark(error) {
    this.view.dispatch({ effects: wrong.of(error) });
    const { lines } = this.view.state.doc;
    if (!error || error.line < 1 || error.line > lines) return;
    this.view.dispatch({ effects: EditorView.scrollIntoView(this.view.state.doc.line(error.line).from, { y: "nearest" }) });
  }

  focus() {
    this.view.focus();
  }
}

/** @returns {Extension} */
function basics() {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    complaints,
    history(),
    indentUnit.of("    "),
    EditorState.tabSize.of(4),
    indentOnInput(),
    syntaxHighlighting(colours),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    highlightActiveLine(),
    theme,
    keymap.of([
      // Tab writes code. Escape, then Tab, leaves the editor, as screen readers and keyboards need it.
      { key: "Tab", run: (view) => (completionStatus(view.state) === "active" ? acceptCompletion(view) : indentMore(view)), shift: indentLess },
      ...closeBracketsKeymap, ...standardKeymap, ...historyKeymap, ...completionKeymap,
    ]),
  ];
}

/** After a dot the members of what stands before it; elsewhere the names that are there. @param {Names} names @returns {CompletionSource} */
function completing({ globals, members, variables }) {
  const everywhere = completeFromList(globals.map(completion));
  return (/** @type {CompletionContext} */ context) => {
    const dotted = context.matchBefore(/[\w.()]+\.\w*$/);
    if (!dotted) return everywhere(context);
    const path = dotted.text.slice(0, dotted.text.lastIndexOf("."));
    const type = typeOf(path, members, variables);
    const options = (type ? members[type] : every(members)).map(completion);
    return { from: dotted.from + dotted.text.lastIndexOf(".") + 1, options, validFor: /^\w*$/ };
  };
}

/** What an expression like `board.game` is, as far as names tell. @param {string} path @param {Names["members"]} members @param {Names["variables"]} variables */
function typeOf(path, members, variables) {
  const [first, ...rest] = path.replaceAll(/\([^()]*\)/g, "").split(".");
  let type = first in members ? first : variables[first];
  for (const name of rest) {
    const signature = type ? members[type].find((each) => each.name === name)?.signature : undefined;
    const result = signature?.match(/(?:->|:) (\w+)/)?.[1];
    type = result && result in members ? result : "";
  }
  return type;
}

/** @param {Names["members"]} members */
function every(members) {
  const found = new Map(Object.values(members).flat().map((each) => [each.name, each]));
  return [...found.values()];
}

/** @param {Name} name @returns {Completion} */
function completion({ name, kind, signature, about }) {
  return { label: name, type: kind, detail: signature, info: about };
}
