/** The files of a docs page: of a mock, and of a generated app. */

import document from "./docs/document.js" with { type: "text" };
import fields from "./docs/fields.js" with { type: "text" };
import live from "./docs/live.js" with { type: "text" };
import page from "./docs/page.js" with { type: "text" };
import html from "./docs/page.html" with { type: "text" };
import style from "./docs/style.css" with { type: "text" };

/** The page. */
export const docsHtml: string = html;

/** Its style. */
export const docsStyle: string = style;

/** The script of a mock's page, which follows the spec. */
export const liveDocsScript: string = fields + page + live;

/** The script of an app's page, which shows an OpenAPI document. */
export const appDocsScript: string = fields + page + document;
