import { maxWebhooks } from '@sidetone/contract/rules/limits.ts';
import { CircleAlert, Plus } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { addWebhookWords } from '#i18n/webhook-words.ts';
import { useLeaving } from '#pages/use-leaving.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Keys } from '#ui/Kbd.tsx';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';
import { SettingBody } from '../../SettingGroup.tsx';
import { SettingsPage } from '../../SettingsPage.tsx';
import { Deliveries } from './Deliveries.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { useWebhookEditor, type WebhookEditor } from './use-webhook-editor.ts';
import { useWebhooks } from './use-webhooks.ts';
import { WebhookCard } from './WebhookCard.tsx';

addWebhookWords();

interface WebhookPageProps {
  accountId: string;
  onBack: () => void;
  onClose: () => void;
}

/** Where documented calls of shared channels are sent; for administrators. SSET-012, SSET-033 to -043 */
export function WebhookPage({ accountId, onBack, onClose }: WebhookPageProps) {
  const { t } = useWords();
  const { saved, isFailed, load, hear, retry } = useWebhooks(accountId);
  const editor = useWebhookEditor({ accountId, saved: saved ?? [], load, hear });
  const body = useRef<HTMLDivElement>(null);
  const isDirty = editor.plan.fields.length > 0;
  useLeaving(isDirty, {
    words: {
      headline: t(($) => $.admin.webhook.leave.title),
      text: t(($) => $.admin.webhook.leave.text),
      action: t(($) => $.admin.webhook.leave.action),
      cancel: t(($) => $.admin.webhook.leave.stay),
    },
  });
  useProblemFocus(editor.problems, body);
  const obey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    void editor.save();
  };
  return (
    <SettingsPage title={t(($) => $.admin.webhook.title)} onBack={onBack} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the fields within */}
      <div ref={body} className="flex min-h-0 flex-1 flex-col" onKeyDown={obey}>
        <SettingBody>
          <p className="-mt-1 max-w-[680px] text-pretty text-ink-2">{t(($) => $.admin.webhook.about)}</p>
          {editor.isOutdated ? (
            <div className="overflow-hidden rounded-m border border-line">
              <Banner tone="warn" icon={CircleAlert}>
                {t(($) => $.admin.webhook.conflict)}{' '}
                <span className="font-reg">{t(($) => $.admin.webhook.conflictText)}</span>
              </Banner>
            </div>
          ) : null}
          {isFailed && saved === null ? (
            <div className="flex flex-wrap items-center gap-3">
              <p role="alert">{t(($) => $.admin.webhook.notLoaded)}</p>
              <Button size="s" onClick={retry}>
                {t(($) => $.admin.webhook.again)}
              </Button>
            </div>
          ) : null}
          {saved === null && !isFailed ? (
            <AfterAMoment>
              <Skeleton className="h-48" />
            </AfterAMoment>
          ) : null}
          {saved === null ? null : <Webhooks editor={editor} accountId={accountId} saved={saved} />}
        </SettingBody>
        {isDirty ? <SaveBar editor={editor} /> : null}
      </div>
      <SecretDialog secret={editor.secret} onClose={editor.forgetSecret} />
    </SettingsPage>
  );
}

interface WebhooksProps {
  editor: WebhookEditor;
  accountId: string;
  saved: Parameters<typeof useWebhookEditor>[0]['saved'];
}

function Webhooks({ editor, accountId, saved }: WebhooksProps) {
  const { t } = useWords();
  const isFull = editor.drafts.length >= maxWebhooks;
  return (
    <>
      {editor.drafts.map((draft, at) => (
        <WebhookCard
          key={draft.id}
          accountId={accountId}
          draft={draft}
          saved={saved.find(({ id }) => id === draft.id)}
          number={at + 1}
          problems={editor.problems}
          onChange={editor.change}
          onRemove={() => void editor.remove(draft)}
          onRenewSecret={() => void editor.renewSecret(draft.id)}
        />
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Button size="s" disabled={isFull} onClick={editor.add}>
          <Icon of={Plus} size={14} />
          {t(($) => $.admin.webhook.add)}
        </Button>
        {isFull ? <span className="text-12 text-ink-3">{t(($) => $.admin.webhook.full)}</span> : null}
      </div>
      {saved.length > 0 ? <Deliveries accountId={accountId} /> : null}
    </>
  );
}

/** What is not saved yet, and the two ways on. SSET-034, SSET-041 */
function SaveBar({ editor }: { editor: WebhookEditor }) {
  const { t, language } = useWords();
  const { plan, isBusy, discard, save } = editor;
  const names = plan.fields.map((field) => t(($) => $.admin.webhook.fields[field]));
  const fields = new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names);
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-line border-t bg-well px-8 py-3 max-[559px]:px-4">
      <span role="status" className="min-w-0 flex-1 basis-40 text-ink-2">
        {t(($) => $.admin.webhook.unsaved, { fields })}
      </span>
      <Button disabled={isBusy} onClick={discard}>
        {t(($) => $.admin.webhook.discard)}
      </Button>
      <Button tone="primary" disabled={isBusy} onClick={() => void save()}>
        {isBusy ? t(($) => $.admin.webhook.saving) : t(($) => $.admin.webhook.save)}
        <Keys hotkey="Mod+Enter" inherit joined />
      </Button>
    </div>
  );
}

/** The first field that something is wrong with takes the focus. */
function useProblemFocus(problems: WebhookEditor['problems'], body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (problems.size > 0) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems, body]);
}
