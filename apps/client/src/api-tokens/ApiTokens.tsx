import type { ApiToken } from '@sidetone/contract/entities/api-token.ts';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { dayOf, formatDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { confirm } from '#ui/confirm.ts';
import { Icon } from '#ui/Icon.tsx';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toasts.ts';
import { MadeApiToken, NewApiTokenForm } from './NewApiToken.tsx';
import { type TokenOwner, useApiTokens } from './use-api-tokens.ts';

/** API tokens of the company, or the user's own: what there is, a new one, and an end to each. */
export function ApiTokens({ owner }: { owner: TokenOwner }) {
  const { t } = useWords();
  const { list, status, retry, create, remove } = useApiTokens(owner);
  const [stage, setStage] = useState<'list' | 'form' | { readonly token: string; readonly isDirectory: boolean }>(
    'list',
  );
  const rows = useRef<HTMLUListElement>(null);

  const removeOne = async (token: ApiToken) => {
    const yes = await confirm({
      icon: Trash2,
      headline: t(($) => $.apiTokens.removeTitle, { name: token.name }),
      text: t(($) => $.apiTokens.removeText),
      action: t(($) => $.apiTokens.remove),
      critical: true,
    });
    if (!yes) return;
    try {
      await remove(token.id);
    } catch (error) {
      // It is gone, which was wanted.
      if (codeOf(error) !== 'NOT_FOUND') {
        toast({ tone: 'error', title: t(($) => $.apiTokens.notDone), text: t(($) => $.errors[codeOf(error)]) });
        return;
      }
    }
    // The button that was pressed is gone with its line.
    rows.current?.focus();
  };

  return (
    <div className="grid gap-3 py-3">
      {typeof stage === 'object' ? <MadeApiToken {...stage} onClose={() => setStage('list')} /> : null}
      {stage === 'form' ? (
        <NewApiTokenForm
          owner={owner}
          onCreate={async (about) => {
            const token = await create(about);
            setStage({ token, isDirectory: about.scopes.some((scope) => scope === 'directory') });
          }}
          onClose={() => setStage('list')}
        />
      ) : null}
      {status === 'failed' ? (
        <div className="flex flex-wrap items-center gap-3">
          <p role="alert">{t(($) => $.apiTokens.failed)}</p>
          <Button size="s" onClick={retry}>
            {t(($) => $.app.tryAgain)}
          </Button>
        </div>
      ) : null}
      {status === 'loading' ? (
        <AfterAMoment>
          <Skeleton className="h-11" />
        </AfterAMoment>
      ) : null}
      {status === 'ready' && list.length === 0 && stage === 'list' ? (
        <p className="text-ink-2">{t(($) => (owner === 'user' ? $.apiTokens.text : $.apiTokens.none))}</p>
      ) : null}
      <ul ref={rows} tabIndex={-1} aria-label={t(($) => $.apiTokens.list)} className="outline-none empty:hidden">
        {list.map((token) => (
          <TokenLine key={token.id} token={token} onRemove={() => void removeOne(token)} />
        ))}
      </ul>
      {stage === 'list' && status === 'ready' ? (
        <div>
          <Button size="s" onClick={() => setStage('form')}>
            <Icon of={Plus} size={14} />
            {t(($) => $.apiTokens.new)}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function TokenLine({ token, onRemove }: { token: ApiToken; onRemove: () => void }) {
  const { t, language } = useWords();
  const thisYear = new Date().getFullYear();
  const day = (moment: string) => formatDay(dayOf(new Date(moment)), language, thisYear);
  const { name, lastUsedAt, expiresAt, scopes } = token;
  const used =
    lastUsedAt === null ? t(($) => $.apiTokens.unused) : t(($) => $.apiTokens.lastUsed, { day: day(lastUsedAt) });
  return (
    <li
      aria-label={name}
      className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-2 last:border-b-0"
    >
      <Icon of={KeyRound} className="text-ink-3" />
      <span className="min-w-0 flex-1 basis-48">
        <span className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere min-w-0 font-med">{name}</span>
          {scopes.map((scope) => (
            <Chip key={scope} line>
              {t(($) => $.apiTokens.scopes[scope])}
            </Chip>
          ))}
        </span>
        <span className="block text-12 text-ink-3">
          {used} · {t(($) => $.apiTokens.until, { day: day(expiresAt) })}
        </span>
      </span>
      <Button size="s" aria-label={t(($) => $.apiTokens.removeLabel, { name })} onClick={onRemove}>
        {t(($) => $.apiTokens.remove)}
      </Button>
    </li>
  );
}
