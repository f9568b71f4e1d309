import { SignInWays } from "#app/ui/sign-in-ways.tsx";

export function SignInHint({ text }: { text: string }) {
  return (
    <p className="small soft hint">
      {text} <SignInWays back="/shelf" />
    </p>
  );
}
