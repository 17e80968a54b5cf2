import type { SignInStep } from '@sidetone/contract/entities/second-factor.ts';
import { signInStepRoutes } from '@sidetone/contract/http/sign-in/second-factor-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { CodeForm } from '#second-factor/CodeForm.tsx';
import { KeyOfApp } from '#second-factor/KeyOfApp.tsx';
import { RecoveryCodes } from '#second-factor/RecoveryCodes.tsx';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { CompanyDoor } from '../single-sign-on/CompanyDoor.tsx';
import { PasskeyButton } from './PasskeyDoor.tsx';

interface SecondStepProps {
  /** The sign-in that waits. */
  uid: string;
  step: SignInStep;
  /** By which the company is found where it has its users sign in at its provider. */
  email?: string;
  onBack: () => void;
}

/** What a sign-in waits for once the password was right. */
export function SecondStep({ uid, step, email = '', onBack }: SecondStepProps) {
  const { t } = useWords();
  const [made, setMade] = useState<{ codes: readonly string[]; redirectTo: string } | null>(null);
  if (made) return <RecoveryCodes codes={made.codes} onKept={() => location.replace(made.redirectTo)} />;
  const prove = async (body: { code: string } | { recoveryCode: string }) => {
    const { redirectTo, recoveryCodes } = await call(signInStepRoutes.proveSecondFactor, { params: { uid }, body });
    if (recoveryCodes) setMade({ codes: recoveryCodes, redirectTo });
    else location.replace(redirectTo);
  };
  const back = (
    <Button tone="ghost" size="xl" onClick={onBack}>
      {t(($) => $.secondFactor.door.back)}
    </Button>
  );
  return (
    <section aria-label={t(($) => $.secondFactor.door.title)} className="flex w-[320px] max-w-full flex-col gap-4">
      {step.kind === 'company' ? (
        <>
          <p className="text-14 text-ink-2">{t(($) => $.signOn.required)}</p>
          <CompanyDoor email={email} begin={async () => uid} tone="primary" />
          {back}
        </>
      ) : null}
      {step.kind === 'setUp' ? <SetUp uid={uid} onCode={(code) => prove({ code })} back={back} /> : null}
      {step.kind === 'prove' ? <Prove uid={uid} step={step} onProof={prove} back={back} /> : null}
    </section>
  );
}

interface ProveProps {
  uid: string;
  step: Extract<SignInStep, { kind: 'prove' }>;
  onProof: (proof: { code: string } | { recoveryCode: string }) => Promise<void>;
  back: ReactNode;
}

function Prove({ uid, step, onProof, back }: ProveProps) {
  const { t } = useWords();
  const wordsOf = useStepProblem();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const passkey = step.passkey ? (
    <PasskeyButton begin={async () => uid} tone={step.authenticator ? 'default' : 'primary'}>
      {t(($) => $.secondFactor.door.usePasskey)}
    </PasskeyButton>
  ) : null;
  if (!step.authenticator) {
    return (
      <>
        <p className="text-14 text-ink-2">
          {t(($) => (step.passkey ? $.secondFactor.door.onlyPasskey : $.secondFactor.door.notHere))}
        </p>
        {passkey}
        {back}
      </>
    );
  }
  const isApp = kind === 'app';
  return (
    <>
      <p className="text-14 text-ink-2">
        {t(($) => (isApp ? $.secondFactor.door.code : $.secondFactor.door.recovery))}
      </p>
      <CodeForm
        key={kind}
        kind={kind}
        size="xl"
        action={t(($) => $.secondFactor.door.signIn)}
        onCode={(code) => onProof(isApp ? { code } : { recoveryCode: code })}
        wordsOf={wordsOf}
      >
        {back}
      </CodeForm>
      {passkey}
      <p>
        <button type="button" className="font-med text-accent" onClick={() => setKind(isApp ? 'recovery' : 'app')}>
          {t(($) => (isApp ? $.secondFactor.door.useRecovery : $.secondFactor.door.useCode))}
        </button>
      </p>
    </>
  );
}

function SetUp({ uid, onCode, back }: { uid: string; onCode: (code: string) => Promise<void>; back: ReactNode }) {
  const { t } = useWords();
  const wordsOf = useStepProblem();
  const made = useQuery({
    queryKey: ['authenticator', uid],
    queryFn: () => call(signInStepRoutes.setUpAtSignIn, { params: { uid } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (made.isPending) return <Skeleton className="h-48" />;
  if (made.isError) {
    return (
      <>
        <p role="alert" className="text-missed">
          {wordsOf(made.error)}
        </p>
        {back}
      </>
    );
  }
  return (
    <>
      <p className="text-14 text-ink-2">{t(($) => $.secondFactor.door.setUp)}</p>
      <KeyOfApp made={made.data} />
      <CodeForm kind="app" size="xl" action={t(($) => $.secondFactor.door.signIn)} onCode={onCode} wordsOf={wordsOf}>
        {back}
      </CodeForm>
    </>
  );
}

/** Says in words why a code was not taken. */
function useStepProblem(): (error: unknown) => string {
  const { t } = useWords();
  return (error) => {
    const code = codeOf(error);
    if (code === 'WRONG_CREDENTIALS') return t(($) => $.secondFactor.door.wrong);
    if (code === 'NOT_FOUND' || code === 'CONFLICT') return t(($) => $.secondFactor.door.over);
    return t(($) => $.errors[code]);
  };
}
