/** The part of `highlight.js` that we use. Its own types add a browser's globals to every file. */

import type Language from "./highlight_language.d.ts";

declare const hljs: {
  registerLanguage(name: string, language: typeof Language): void;
  highlight(
    text: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string };
};

export default hljs;
