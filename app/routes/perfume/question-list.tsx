/** Questions about a perfume's dupes, with answers; the structured data repeats them. */
export interface AnsweredQuestions {
  title: string;
  list: { question: string; answer: string }[];
}

export function Questions({ title, list }: AnsweredQuestions) {
  return (
    <section className="faq" aria-labelledby="faq-title">
      <h2 id="faq-title">{title}</h2>
      <dl>
        {list.map(({ question, answer }) => [
          <dt key={question}>{question}</dt>,
          <dd key={answer} className="soft">
            {answer}
          </dd>,
        ])}
      </dl>
    </section>
  );
}
