export { Sandbox } from "../workbench/sandbox.js";
