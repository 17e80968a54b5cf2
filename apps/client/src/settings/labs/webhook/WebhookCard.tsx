import type { Webhook, WebhookMethod, WebhookPayload } from '@sidetone/contract/entities/webhook.ts';
import { maxWebhooks } from '@sidetone/contract/rules/limits.ts';
import { CircleAlert, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { RadioCards } from '#ui/RadioCards.tsx';
import { Select } from '#ui/Select.tsx';
import { ChannelChoice } from './ChannelChoice.tsx';
import { HeaderRows } from './HeaderRows.tsx';
import { TestLine } from './TestLine.tsx';
import type { Problems } from './use-webhook-editor.ts';
import { changedFields, type Draft } from './webhook-drafts.ts';

interface WebhookCardProps {
  accountId: string;
  draft: Draft;
  /** Undefined for a new one. */
  saved: Webhook | undefined;
  number: number;
  problems: Problems;
  onChange: (next: Draft) => void;
  onRemove: () => void;
  onRenewSecret: () => void;
}

/** One webhook with everything that is entered of it. */
export function WebhookCard(props: WebhookCardProps) {
  const { accountId, draft, saved, number, problems, onChange, onRemove } = props;
  const { t } = useWords();
  const id = useId();
  const problem = (path: string): string | undefined => {
    const found = problems.get(path);
    return found === undefined ? undefined : t(($) => $.admin.webhook.entry[found]);
  };
  const change = (more: Partial<Draft>) => onChange({ ...draft, ...more });
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-m border border-line-strong bg-raised p-4 pb-5">
      <div className="flex items-center gap-2">
        <h3 id={id} className="font-med">
          {t(($) => $.admin.webhook.one)}
        </h3>
        <span className="text-12 text-ink-3 tabular-nums">
          {t(($) => $.admin.webhook.count, { number, most: maxWebhooks })}
        </span>
        <span className="flex-1" />
        <Button tone="ghost" size="s" className="-mr-2.5 text-missed" onClick={onRemove}>
          <Icon of={Trash2} size={14} />
          {t(($) => $.admin.webhook.remove)}
        </Button>
      </div>
      {draft.isOff ? (
        <div className="overflow-hidden rounded-s border border-missed-line">
          <Banner
            tone="error"
            icon={CircleAlert}
            action={
              <Button size="s" onClick={() => change({ isOff: false })}>
                {t(($) => $.admin.webhook.turnOn)}
              </Button>
            }
          >
            {t(($) => $.admin.webhook.off)}
          </Banner>
        </div>
      ) : null}
      <div className="grid grid-cols-[112px_1fr] gap-3 max-[559px]:grid-cols-1">
        <Select
          label={t(($) => $.admin.webhook.method)}
          options={[
            { value: 'POST', label: 'POST' },
            { value: 'PUT', label: 'PUT' },
          ]}
          value={draft.method}
          onChange={(event) => change({ method: event.target.value as WebhookMethod })}
        />
        <Field
          label={t(($) => $.admin.webhook.url)}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          maxLength={2000}
          help={t(($) => $.admin.webhook.urlHelp)}
          error={problem('url')}
          value={draft.url}
          onChange={(event) => change({ url: event.target.value })}
        />
      </div>
      <RadioCards
        label={t(($) => $.admin.webhook.payload)}
        name={`${id}-payload`}
        options={[
          { value: 'JSON', label: t(($) => $.admin.webhook.json), help: t(($) => $.admin.webhook.jsonText) },
          { value: 'VCON', label: t(($) => $.admin.webhook.vcon), help: t(($) => $.admin.webhook.vconText) },
        ]}
        chosen={draft.payload}
        onChange={(event) => change({ payload: event.target.value as WebhookPayload })}
      />
      <HeaderRows headers={draft.headers} saved={saved} problem={problem} onChange={(headers) => change({ headers })} />
      <ChannelChoice
        chosen={draft.channels}
        error={problem('channels')}
        onChange={(channels) => change({ channels })}
      />
      {saved === undefined ? null : (
        <TestLine
          accountId={accountId}
          webhookId={saved.id}
          isSaved={changedFields(draft, saved).length === 0}
          onRenewSecret={props.onRenewSecret}
        />
      )}
    </section>
  );
}
