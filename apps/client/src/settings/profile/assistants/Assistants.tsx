import type { McpToken } from '@sidetone/contract/http/ai/mcp-routes.ts';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { dayOf, formatDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { confirm } from '#ui/confirm.ts';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toasts.ts';
import { SettingGroup, SettingLine } from '../../SettingGroup.tsx';
import { MadeToken, NewToken } from './NewToken.tsx';
import { useMcpTokens } from './use-mcp-tokens.ts';

/** Tokens by which AI assistants read the person's calls: what there is, a new one, and an end to each. */
export function Assistants() {
  const { t } = useWords();
  const { list, status, retry, create, remove } = useMcpTokens();
  const [stage, setStage] = useState<'list' | 'form' | { readonly token: string }>('list');
  const rows = useRef<HTMLUListElement>(null);

  const removeOne = async (token: McpToken) => {
    const yes = await confirm({
      icon: Trash2,
      headline: t(($) => $.profile.assistants.removeTitle, { name: token.name }),
      text: t(($) => $.profile.assistants.removeText),
      action: t(($) => $.profile.assistants.remove),
      critical: true,
    });
    if (!yes) return;
    try {
      await remove(token.id);
    } catch (error) {
      // It is gone, which was wanted.
      if (codeOf(error) !== 'NOT_FOUND') {
        toast({ tone: 'error', title: t(($) => $.profile.notDone), text: t(($) => $.errors[codeOf(error)]) });
        return;
      }
    }
    // The button that was pressed is gone with its line.
    rows.current?.focus();
  };

  return (
    <SettingGroup
      title={t(($) => $.profile.assistants.title)}
      aside={
        stage === 'list' ? (
          <Button tone="ghost" size="s" className="-mr-2.5" onClick={() => setStage('form')}>
            <Icon of={Plus} size={14} />
            {t(($) => $.profile.assistants.new)}
          </Button>
        ) : null
      }
    >
      {stage === 'form' ? (
        <NewToken
          onCreate={async (about) => setStage({ token: await create(about) })}
          onClose={() => setStage('list')}
        />
      ) : null}
      {typeof stage === 'object' ? <MadeToken token={stage.token} onClose={() => setStage('list')} /> : null}
      {status === 'failed' ? (
        <SettingLine label={t(($) => $.profile.assistants.failed)}>
          <Button size="s" onClick={retry}>
            {t(($) => $.profile.signIns.again)}
          </Button>
        </SettingLine>
      ) : null}
      {status === 'loading' ? <Skeleton className="my-3 h-6" /> : null}
      {status === 'ready' && list.length === 0 ? (
        <SettingLine
          label={t(($) => $.profile.assistants.none)}
          help={t(($) => $.profile.assistants.text)}
          mark={<Icon of={KeyRound} className="text-ink-3" />}
        />
      ) : null}
      <ul ref={rows} tabIndex={-1} aria-label={t(($) => $.profile.assistants.title)} className="outline-none">
        {list.map((token) => (
          <TokenLine key={token.id} token={token} onRemove={() => void removeOne(token)} />
        ))}
      </ul>
    </SettingGroup>
  );
}

function TokenLine({ token, onRemove }: { token: McpToken; onRemove: () => void }) {
  const { t, language } = useWords();
  const thisYear = new Date().getFullYear();
  const day = (moment: string) => formatDay(dayOf(new Date(moment)), language, thisYear);
  const { name, lastUsedAt } = token;
  const facts = [
    lastUsedAt === null
      ? t(($) => $.profile.assistants.unused)
      : t(($) => $.profile.assistants.lastUsed, { day: day(lastUsedAt) }),
    t(($) => $.profile.assistants.until, { day: day(token.expiresAt) }),
  ];
  return (
    <li className="border-line border-b last:border-b-0" aria-label={name}>
      <SettingLine
        mark={<Icon of={KeyRound} className="text-ink-3" />}
        label={
          <span className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 break-words">{name}</span>
            {token.mayWriteNotes ? <Chip line>{t(($) => $.profile.assistants.writes)}</Chip> : null}
          </span>
        }
        help={facts.join(' · ')}
      >
        <Button size="s" aria-label={t(($) => $.profile.assistants.removeLabel, { name })} onClick={onRemove}>
          {t(($) => $.profile.assistants.remove)}
        </Button>
      </SettingLine>
    </li>
  );
}
