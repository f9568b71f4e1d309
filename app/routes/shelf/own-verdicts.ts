import { type Answers, questions } from "#app/domain/reviews/verdict-questions.ts";
import type { Language } from "#app/i18n/languages.ts";
import { verdictTexts } from "../perfume/verdicts/verdict-words.ts";

/** A person's answers. The last question's are no sentences without it. */
export function inSentences(language: Language, answers: Answers): string[] {
  const say = verdictTexts(language);
  return questions
    .filter((question) => answers[question] !== null)
    .map((question) => {
      const answer = say(`answers.${question}.${answers[question]}`);
      return question === "again" ? `${say(question)} ${answer}` : answer;
    });
}
