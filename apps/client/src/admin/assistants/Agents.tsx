import type { AdminAssistant } from '@sidetone/contract/entities/assistant.ts';
import { assistantLimits } from '@sidetone/contract/entities/assistant.ts';
import { adminAssistantRoutes } from '@sidetone/contract/http/admin/assistant-routes.ts';
import { KeyRound, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { byEnter } from '../by-enter.ts';
import { formatMoment } from '../format.ts';
import { useRun } from '../run.ts';
import { useRemoval } from '../use-removal.tsx';
import { MadeToken } from './MadeToken.tsx';

type Token = AdminAssistant['tokens'][number];

/** The agents that deliver results of an assistant, each with a token of its own. */
export function Agents({ assistant }: { assistant: AdminAssistant }) {
  const { t, language } = useWords();
  const [made, setMade] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { tokens } = assistant;
  const { askRemove, question } = useRemoval<Token>({
    words: ({ name }) => ({
      title: t(($) => $.admin.assistants.revoke.title, { name }),
      text: t(($) => $.admin.assistants.revoke.text),
      action: t(($) => $.admin.assistants.revoke.action),
      done: { title: t(($) => $.admin.assistants.revoke.done) },
    }),
    remove: ({ id }) =>
      call(adminAssistantRoutes.revokeAssistantToken, { params: { assistantId: assistant.id, tokenId: id } }),
    onRemoved: () => list.current?.focus(),
  });
  return (
    <div className="grid gap-3">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t(($) => $.admin.assistants.agents)}
        className="outline-none empty:hidden"
      >
        {tokens.map((token) => (
          <li key={token.id} className="flex min-h-11 items-center gap-2 border-line border-b py-1.5 last:border-b-0">
            <Icon of={KeyRound} className="text-ink-3" />
            <span className="min-w-0 flex-1">
              <span className="wrap-anywhere block font-med">{token.name}</span>
              <span className="block text-12 text-ink-3">
                {token.lastUsedAt === null
                  ? t(($) => $.admin.assistants.unused)
                  : t(($) => $.admin.assistants.lastUsed, { when: formatMoment(token.lastUsedAt, language) })}
              </span>
            </span>
            <Button
              size="s"
              aria-label={t(($) => $.admin.assistants.revokeLabel, { name: token.name })}
              onClick={() => askRemove(token)}
            >
              {t(($) => $.admin.assistants.revoke.action)}
            </Button>
          </li>
        ))}
      </ul>
      {made !== null ? (
        <MadeToken assistant={assistant} token={made} onDone={() => setMade(null)} />
      ) : tokens.length < assistantLimits.tokens ? (
        <NewToken assistantId={assistant.id} onMade={setMade} />
      ) : null}
      {question}
    </div>
  );
}

function NewToken({ assistantId, onMade }: { assistantId: string; onMade: (token: string) => void }) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const [name, setName] = useState('');
  const make = async () => {
    if (busy || name.trim() === '') return;
    const params = { assistantId };
    const made = await run(
      () => call(adminAssistantRoutes.createAssistantToken, { params, body: { name: name.trim() } }),
      null,
    );
    if (made === null) return;
    setName('');
    onMade(made.token);
  };
  return (
    <div className="flex items-end gap-2">
      <Field
        label={t(($) => $.admin.assistants.agentName)}
        placeholder={t(($) => $.admin.assistants.agentExample)}
        className="min-w-0 flex-1"
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={byEnter(make)}
      />
      <Button size="l" disabled={busy || name.trim() === ''} onClick={() => void make()}>
        <Icon of={Plus} />
        {t(($) => $.admin.assistants.makeToken)}
      </Button>
    </div>
  );
}
