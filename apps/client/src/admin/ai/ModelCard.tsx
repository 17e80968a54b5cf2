import type { AiModel } from '@sidetone/contract/entities/ai-model.ts';
import { adminAiRoutes } from '@sidetone/contract/http/admin/ai-routes.ts';
import { Download, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { formatTime } from '#i18n/format.ts';
import type { Language } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { formatBytes } from '../format.ts';
import { RowMenu } from '../RowMenu.tsx';
import { useRun } from '../run.ts';
import { restOf } from './model-rest.ts';

interface ModelCardProps {
  model: AiModel;
  /** The account has its calls written down by it. */
  isUsed: boolean;
  isBusy: boolean;
  onUse: () => void;
  onRemove: () => void;
}

/** A model for this server: what it is, how far its download is, and what can be done about it. */
export function ModelCard({ model, isUsed, isBusy, onUse, onRemove }: ModelCardProps) {
  const { t, language } = useWords();
  const id = useId();
  const { name, languages, licence, bytes, memoryMegabytes, state } = model;
  const languageNames = new Intl.DisplayNames(language, { type: 'language' });
  return (
    <section aria-labelledby={id} className="grid gap-2 rounded-m border border-line bg-raised px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 id={id} className="font-med">
              {name}
            </h3>
            {state === 'here' ? <StateBadge tone="live">{t(($) => $.admin.ai.onServer.here)}</StateBadge> : null}
            {isUsed ? <Chip line>{t(($) => $.admin.ai.inUse)}</Chip> : null}
          </div>
          <p className="text-12 text-ink-2">
            {t(($) => $.admin.ai.onServer.facts, {
              languages: languages.map((code) => languageNames.of(code) ?? code).join(', '),
              size: formatBytes(bytes, language),
              memory: formatBytes(memoryMegabytes * 1_000_000, language),
            })}
          </p>
          <a
            href={licence.url}
            target="_blank"
            rel="noreferrer"
            className="justify-self-start text-12 text-accent underline"
          >
            {t(($) => $.admin.ai.onServer.licence, { name: licence.name })}
          </a>
        </div>
        <Actions model={model} isUsed={isUsed} isBusy={isBusy} onUse={onUse} onRemove={onRemove} />
      </div>
      <p role="status" className={cn('empty:hidden', state === 'failed' && 'text-missed')}>
        {wordsOf(model, language, t)}
      </p>
      {state === 'none' || state === 'here' ? null : <Progress model={model} />}
    </section>
  );
}

function Actions({ model, isUsed, isBusy, onUse, onRemove }: ModelCardProps) {
  const { t, language } = useWords();
  const { run, busy } = useRun();
  const { id, name, state, bytes, problem, isOurs } = model;
  const fetch = () => void run(() => call(adminAiRoutes.fetchAiModel, { params: { modelId: id } }), null);
  const stop = () => void run(() => call(adminAiRoutes.stopAiModel, { params: { modelId: id } }), null);
  const discard = (
    <Button tone="ghost" onClick={onRemove}>
      {t(($) => $.admin.ai.onServer.discard)}
    </Button>
  );
  return (
    <div className="flex flex-wrap items-center gap-1">
      {state === 'none' ? (
        <Button tone="primary" disabled={busy} onClick={fetch}>
          <Icon of={Download} />
          {t(($) => $.admin.ai.onServer.download, { size: formatBytes(bytes, language) })}
        </Button>
      ) : null}
      {state === 'waiting' || state === 'loading' ? (
        <Button disabled={busy} onClick={stop}>
          {t(($) => $.admin.ai.onServer.stop)}
        </Button>
      ) : null}
      {state === 'waiting' && problem !== null ? (
        <Button disabled={busy} onClick={fetch}>
          {t(($) => $.admin.ai.onServer.tryNow)}
        </Button>
      ) : null}
      {state === 'stopped' || state === 'failed' ? (
        <>
          {discard}
          <Button tone="primary" disabled={busy} onClick={fetch}>
            {t(
              ($) =>
                $.admin.ai.onServer[
                  state === 'stopped' ? 'resume' : problem === 'noSpace' ? 'lookAgain' : 'downloadAgain'
                ],
            )}
          </Button>
        </>
      ) : null}
      {state === 'here' && !isUsed ? (
        <Button tone="primary" disabled={isBusy} onClick={onUse}>
          {t(($) => $.admin.ai.onServer.use)}
        </Button>
      ) : null}
      {state === 'here' && isOurs ? (
        <RowMenu name={name}>
          <MenuItem icon={Trash2} onSelect={onRemove}>
            {t(($) => $.admin.ai.onServer.remove.action)}
          </MenuItem>
        </RowMenu>
      ) : null}
    </div>
  );
}

function Progress({ model }: { model: AiModel }) {
  const { t, language } = useWords();
  const { name, bytes, loadedBytes, bytesPerSecond, state, tries, mostTries, problem } = model;
  const percent = bytes === 0 ? 0 : Math.floor((loadedBytes / bytes) * 100);
  const rest = bytesPerSecond === null ? null : restOf(bytes - loadedBytes, bytesPerSecond);
  return (
    <div className="grid gap-1">
      <div
        role="progressbar"
        aria-label={t(($) => $.admin.ai.onServer.progress, { name })}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full bg-press"
      >
        <div
          className={cn('h-full', state === 'loading' ? 'bg-accent-fill' : 'bg-ink-3')}
          style={{ width: `${percent}%` }}
        />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-12 text-ink-3 tabular-nums">
        <span>
          {t(($) => $.admin.ai.onServer.of, {
            loaded: formatBytes(loadedBytes, language),
            all: formatBytes(bytes, language),
          })}
        </span>
        {rest === null || bytesPerSecond === null ? null : (
          <span>
            {t(($) => $.admin.ai.onServer.rest, {
              speed: formatBytes(bytesPerSecond, language),
              time: t(($) => $.admin.ai.onServer[rest.unit], { count: rest.count }),
            })}
          </span>
        )}
        {problem === 'unreachable' ? (
          <span>{t(($) => $.admin.ai.onServer.try, { tries, most: mostTries })}</span>
        ) : null}
      </p>
    </div>
  );
}

/** Its state in a sentence; nothing where its buttons say it all. */
function wordsOf(model: AiModel, language: Language, t: ReturnType<typeof useWords>['t']): string {
  const { state, problem, nextTryAt, neededBytes, freeBytes } = model;
  if (state === 'waiting' && nextTryAt !== null) {
    return t(($) => $.admin.ai.onServer.again, { time: formatTime(nextTryAt, language) });
  }
  if (state === 'failed') {
    return t(($) => $.admin.ai.onServer.problems[problem ?? 'failed'], {
      needed: formatBytes(neededBytes, language),
      free: formatBytes(freeBytes, language),
    });
  }
  return state === 'loading' || state === 'waiting' || state === 'stopped' ? t(($) => $.admin.ai.onServer[state]) : '';
}
