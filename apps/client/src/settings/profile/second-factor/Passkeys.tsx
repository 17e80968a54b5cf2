import type { Passkey } from '@sidetone/contract/entities/second-factor.ts';
import { secondFactorRoutes } from '@sidetone/contract/http/sign-in/second-factor-routes.ts';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { dayOf, formatDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { addPasskey, type OwnFactors } from '#second-factor/use-second-factor.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { toast } from '#ui/toasts.ts';
import { SettingLine } from '../../SettingGroup.tsx';
import { LineForm } from '../LineForm.tsx';
import { placeOfSignIn } from '../sign-in-words.ts';
import { ProofForm } from './ProofForm.tsx';

type Stage = { readonly kind: 'list' | 'add' } | { readonly kind: 'rename' | 'remove'; readonly id: string };

/** The passkeys of the user: to add, rename and remove. */
export function Passkeys({ factors, again }: { factors: OwnFactors; again: () => Promise<void> }) {
  const { t } = useWords();
  const [stage, setStage] = useState<Stage>({ kind: 'list' });
  const { passkeys, hasPasskeys } = factors;
  const close = () => setStage({ kind: 'list' });
  const done = async (title: string) => {
    close();
    toast({ tone: 'ok', title });
    await again();
  };
  const place = placeOfSignIn({ agent: navigator.userAgent, program: 'browser' }, t);
  return (
    <>
      <SettingLine
        mark={<Icon of={KeyRound} className="text-ink-3" />}
        label={t(($) => $.secondFactor.passkeys.title)}
        help={t(($) => (hasPasskeys ? $.secondFactor.passkeys.none : $.secondFactor.passkeys.elsewhere))}
      >
        {hasPasskeys && stage.kind !== 'add' ? (
          <Button size="s" onClick={() => setStage({ kind: 'add' })}>
            <Icon of={Plus} size={14} />
            {t(($) => $.secondFactor.passkeys.add)}
          </Button>
        ) : null}
      </SettingLine>
      {stage.kind === 'add' ? (
        <ProofForm
          name={place}
          onProof={async (password, name) => {
            await addPasskey(password, name);
            await done(t(($) => $.secondFactor.passkeys.added));
          }}
          onClose={close}
        />
      ) : null}
      <ul aria-label={t(($) => $.secondFactor.passkeys.title)} className="empty:hidden">
        {passkeys.map((passkey) => (
          <li key={passkey.id} aria-label={passkey.name} className="border-line border-b last:border-b-0">
            <PasskeyLine passkey={passkey} onStage={(kind) => setStage({ kind, id: passkey.id })} />
            {stage.kind === 'rename' && stage.id === passkey.id ? (
              <RenameForm
                passkey={passkey}
                onClose={() => {
                  close();
                  void again();
                }}
              />
            ) : null}
            {stage.kind === 'remove' && stage.id === passkey.id ? (
              <ProofForm
                onProof={async (password) => {
                  const params = { passkeyId: passkey.id };
                  await call(secondFactorRoutes.removePasskey, { params, body: { password } });
                  await done(t(($) => $.secondFactor.passkeys.removed));
                }}
                onClose={close}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

function PasskeyLine({ passkey, onStage }: { passkey: Passkey; onStage: (kind: 'rename' | 'remove') => void }) {
  const { t, language } = useWords();
  const thisYear = new Date().getFullYear();
  const day = (moment: string) => formatDay(dayOf(new Date(moment)), language, thisYear);
  const { name, createdAt, lastUsedAt } = passkey;
  const facts = [
    t(($) => $.secondFactor.passkeys.since, { day: day(createdAt) }),
    lastUsedAt === null
      ? t(($) => $.secondFactor.passkeys.unused)
      : t(($) => $.secondFactor.passkeys.lastUsed, { day: day(lastUsedAt) }),
  ];
  return (
    <SettingLine label={<span className="break-words">{name}</span>} help={facts.join(' · ')}>
      <Button
        size="s"
        aria-label={t(($) => $.secondFactor.passkeys.renameLabel, { name })}
        onClick={() => onStage('rename')}
      >
        {t(($) => $.secondFactor.passkeys.rename)}
      </Button>
      <Button
        size="s"
        aria-label={t(($) => $.secondFactor.passkeys.removeLabel, { name })}
        onClick={() => onStage('remove')}
      >
        {t(($) => $.secondFactor.passkeys.remove)}
      </Button>
    </SettingLine>
  );
}

function RenameForm({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useWords();
  const [name, setName] = useState(passkey.name);
  const [problem, setProblem] = useState<string | undefined>();
  const send = async () => {
    if (name.trim() === '') return setProblem(t(($) => $.secondFactor.passkeys.nameMissing));
    await call(secondFactorRoutes.renamePasskey, { params: { passkeyId: passkey.id }, body: { name } });
    onClose();
  };
  return (
    <LineForm
      action={t(($) => $.secondFactor.passkeys.save)}
      cancel={t(($) => $.secondFactor.proof.cancel)}
      onSend={send}
      onFailed={(error) => setProblem(t(($) => $.errors[codeOf(error)]))}
      onClose={onClose}
    >
      <Field
        label={t(($) => $.secondFactor.passkeys.name)}
        autoFocus
        maxLength={60}
        value={name}
        error={problem}
        onChange={(event) => setName(event.target.value)}
      />
    </LineForm>
  );
}
