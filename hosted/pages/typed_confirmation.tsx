/** The end of a form that deletes something: a field to type its name, and the buttons. */

interface TypedConfirmationProps {
  /** The name of the field. */
  readonly name: string;
  readonly label: string;
  /** The text to type. */
  readonly text: string;
  readonly button: string;
  /** The address of the page to go back to. */
  readonly back: string;
}

export function TypedConfirmation({ name, label, text, button, back }: TypedConfirmationProps) {
  return (
    <>
      <div>
        <label for={name}>{label}</label>
        <input
          id={name}
          name={name}
          required
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-describedby={`${name}-hint`}
        />
        <p class="hint" id={`${name}-hint`}>
          Type <code>{text}</code> to confirm
        </p>
      </div>
      <div class="choices">
        <button class="bad" type="submit">{button}</button>
        <a class="button" href={back}>Cancel</a>
      </div>
    </>
  );
}
