/** What is used of `highlight.js`, whose own types would bring a browser's globals into every file. */

import type Language from "./highlight_language.d.ts";

declare const hljs: {
  registerLanguage(name: string, language: typeof Language): void;
  highlight(
    text: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string };
};

export default hljs;
