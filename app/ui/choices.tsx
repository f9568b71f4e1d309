export interface Choice {
  value: string;
  text: string;
}

/** A question with one answer of several; its first field has the id that a refusal's link names. */
export function Choices({
  form,
  name,
  legend,
  choices,
  chosen,
  error,
  required = false,
}: {
  form: string;
  name: string;
  legend: string;
  choices: readonly Choice[];
  chosen: unknown;
  error?: string | undefined;
  required?: boolean;
}) {
  const id = `${form}-${name}`;
  const wrong = error !== undefined && {
    "aria-invalid": true,
    "aria-describedby": `${id}-error`,
  };
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      {wrong && (
        <p className="wrong" id={`${id}-error`}>
          {error}
        </p>
      )}
      {choices.map(({ value, text }, at) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            required={required}
            {...(at === 0 && { id, ...wrong })}
            defaultChecked={chosen === value}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
