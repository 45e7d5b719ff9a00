import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["src/inarow/apps/web/static/workbench/editor.js", "**/node_modules"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: "latest", sourceType: "module", globals: globals.browser },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-param-reassign": "error",
      "no-shadow": "error",
      "no-unused-vars": ["error", { args: "all", argsIgnorePattern: "^_" }],
      "max-lines-per-function": ["error", { max: 60 }],
      complexity: ["error", 14],
    },
  },
  { files: ["tools/page/bundle.js"], languageOptions: { globals: globals.node } },
];
