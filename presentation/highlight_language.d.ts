/** A grammar of `highlight.js`. */

declare const language: (hljs: unknown) => unknown;

export default language;
