export const answerTime = 1000;

export function createProblemLog(): (problem: string | null) => string | null {
  let logged: string | null = null;
  return (problem) => {
    if (problem !== null && problem !== logged) console.error(problem);
    logged = problem;
    return problem;
  };
}

export function keepAnswer(
  check: () => Promise<string | null>,
  log: (problem: string | null) => string | null,
): () => Promise<string | null> {
  let asked: { at: number; problem: Promise<string | null> } | undefined;
  return async () => {
    if (asked && performance.now() - asked.at < answerTime) return asked.problem;
    // A check in progress, whose time is still unknown, is shared by all callers.
    const question = { at: Infinity };
    const answer = async () => {
      const problem = await check().catch((error: Error) => error.message);
      question.at = performance.now();
      return log(problem);
    };
    asked = Object.assign(question, { problem: answer() });
    return asked.problem;
  };
}
