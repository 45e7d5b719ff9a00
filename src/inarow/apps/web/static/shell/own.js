/** The visitor's own player, which the workbench puts here: it is asked for moves like any other. */

import { Refusal } from "./http.js";
import { words } from "./words.js";

/** How it is called in addresses. */
export const OWN = "own";

export const own = {
  /** @type {(request: {game: string, start?: string, moves?: string}) => Promise<ChoiceInfo>} */
  choose: async () => {
    throw new Refusal(words.play.noOwn);
  },
};
