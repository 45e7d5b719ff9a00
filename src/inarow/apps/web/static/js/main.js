import { Screen } from "./app.js";

await new Screen().start();
