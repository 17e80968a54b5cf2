import { secondFactorRoutes } from '@sidetone/contract/http/sign-in/second-factor-routes.ts';
import { Smartphone } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { dayOf, formatDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { CodeForm } from '#second-factor/CodeForm.tsx';
import { KeyOfApp } from '#second-factor/KeyOfApp.tsx';
import { RecoveryCodes } from '#second-factor/RecoveryCodes.tsx';
import { type OwnFactors, useSecondFactor } from '#second-factor/use-second-factor.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toasts.ts';
import { SettingGroup, SettingLine } from '../../SettingGroup.tsx';
import { Passkeys } from './Passkeys.tsx';
import { ProofForm } from './ProofForm.tsx';

/** What the user signs in with besides the password. */
export function SecondFactor() {
  const { t } = useWords();
  const { factors, isFailed, again } = useSecondFactor();
  return (
    <SettingGroup
      title={t(($) => $.secondFactor.title)}
      aside={
        factors?.isRequired ? <span className="text-12 text-ink-3">{t(($) => $.secondFactor.required)}</span> : null
      }
    >
      {isFailed ? (
        <SettingLine label={t(($) => $.secondFactor.failed)}>
          <Button size="s" onClick={() => void again()}>
            {t(($) => $.app.tryAgain)}
          </Button>
        </SettingLine>
      ) : null}
      {factors === undefined && !isFailed ? <Skeleton className="my-3 h-6" /> : null}
      {factors === undefined ? null : (
        <>
          <Authenticator factors={factors} again={again} />
          <Passkeys factors={factors} again={again} />
        </>
      )}
    </SettingGroup>
  );
}

type Stage =
  | { readonly kind: 'line' | 'begin' | 'remove' | 'renew' }
  | { readonly kind: 'confirm'; readonly made: { readonly secret: string; readonly address: string } }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/** Codes and keys are shown once: Escape does not close the settings over them. */
const staysOpen = (event: KeyboardEvent): void => {
  if (event.key === 'Escape') event.stopPropagation();
};

function Authenticator({ factors, again }: { factors: OwnFactors; again: () => Promise<void> }) {
  const { t, language } = useWords();
  const [stage, setStage] = useState<Stage>({ kind: 'line' });
  const { authenticatorSince: since, recoveryCodesLeft: count } = factors;
  const close = () => setStage({ kind: 'line' });
  const actions: Record<'begin' | 'remove' | 'renew', (password: string) => Promise<void>> = {
    async begin(password) {
      try {
        setStage({ kind: 'confirm', made: await call(secondFactorRoutes.beginAuthenticator, { body: { password } }) });
      } catch (error) {
        if (codeOf(error) !== 'CONFLICT') throw error;
        // Another tab has set one up: the line shows it.
        close();
        await again();
      }
    },
    async remove(password) {
      await call(secondFactorRoutes.removeAuthenticator, { body: { password } });
      toast({ tone: 'ok', title: t(($) => $.secondFactor.authenticator.removed) });
      close();
      await again();
    },
    async renew(password) {
      const { recoveryCodes } = await call(secondFactorRoutes.renewRecoveryCodes, { body: { password } });
      setStage({ kind: 'codes', codes: recoveryCodes });
    },
  };
  const confirm = async (code: string) => {
    const { recoveryCodes } = await call(secondFactorRoutes.confirmAuthenticator, { body: { code } });
    setStage({ kind: 'codes', codes: recoveryCodes });
    toast({ tone: 'ok', title: t(($) => $.secondFactor.authenticator.done) });
  };
  const day = since === null ? '' : formatDay(dayOf(new Date(since)), language, new Date().getFullYear());

  return (
    <>
      <SettingLine
        mark={<Icon of={Smartphone} className="text-ink-3" />}
        label={t(($) => $.secondFactor.authenticator.title)}
        help={
          since === null
            ? t(($) => $.secondFactor.authenticator.off)
            : t(($) => $.secondFactor.authenticator.since, { day, count })
        }
      >
        {stage.kind !== 'line' ? null : since === null ? (
          <Button size="s" onClick={() => setStage({ kind: 'begin' })}>
            {t(($) => $.secondFactor.authenticator.setUp)}
          </Button>
        ) : (
          <>
            <Button size="s" onClick={() => setStage({ kind: 'renew' })}>
              {t(($) => $.secondFactor.authenticator.renew)}
            </Button>
            <Button size="s" onClick={() => setStage({ kind: 'remove' })}>
              {t(($) => $.secondFactor.authenticator.remove)}
            </Button>
          </>
        )}
      </SettingLine>
      {stage.kind === 'begin' || stage.kind === 'remove' || stage.kind === 'renew' ? (
        <ProofForm onProof={actions[stage.kind]} onClose={close} />
      ) : null}
      {stage.kind === 'confirm' ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: a key that would close the settings
        <div onKeyDown={staysOpen} className="flex max-w-[420px] flex-col gap-3 pt-3 pb-4">
          <KeyOfApp made={stage.made} />
          <CodeForm
            kind="app"
            action={t(($) => $.secondFactor.authenticator.confirm)}
            onCode={confirm}
            wordsOf={(error) => {
              const code = codeOf(error);
              return code === 'WRONG_CREDENTIALS' ? t(($) => $.secondFactor.door.wrong) : t(($) => $.errors[code]);
            }}
          >
            <Button onClick={close}>{t(($) => $.secondFactor.proof.cancel)}</Button>
          </CodeForm>
        </div>
      ) : null}
      {stage.kind === 'codes' ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: a key that would close the settings
        <div onKeyDown={staysOpen}>
          <RecoveryCodes
            codes={stage.codes}
            onKept={() => {
              close();
              void again();
            }}
          />
        </div>
      ) : null}
    </>
  );
}
