interface HowText {
  title: string;
  steps: { title: string; text: string }[];
}

export function HowItWorks({ title, steps }: HowText) {
  return (
    <section className="how" id="how" aria-labelledby="how-title">
      <div className="wrap">
        <h2 id="how-title">{title}</h2>
        <ol>
          {steps.map((step) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p className="soft">{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
