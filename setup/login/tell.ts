/** Says something to whoever started the wizard, be there a terminal or not. */
export type Tell = (title: string, lines: readonly string[]) => void;
