import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { AiConnection, AiPurpose } from '@sidetone/contract/entities/ai-connection.ts';
import { kindsOfPurpose } from '@sidetone/contract/entities/ai-connection.ts';
import { adminAiRoutes } from '@sidetone/contract/http/admin/ai-routes.ts';
import { Plug, Quote } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Group } from '../EditorPanel.tsx';
import { PageBody } from '../PageBody.tsx';
import { SectionFrame } from '../SectionFrame.tsx';
import { useRemoval } from '../use-removal.tsx';
import { CompanyForm } from './CompanyForm.tsx';
import { Models } from './Models.tsx';
import { ServiceCard } from './ServiceCard.tsx';
import { ServicePanel } from './ServicePanel.tsx';
import type { OpenService } from './service-form.ts';
import { UseTable } from './UseTable.tsx';
import { useServiceTest } from './use-service-test.ts';
import { Ways } from './Ways.tsx';

/** The services that document calls: what writes them down, what makes sentences of it, and how; and what reads texts aloud. */
export function AiSection() {
  const { t } = useWords();
  const { rows, status } = useLive(adminQueries.adminAiConnections, {});
  const overview = useLive(phoneQueries.aiOverview, {}).rows[0];
  const [open, setOpen] = useState<OpenService | null>(null);
  const { test, testing } = useServiceTest();
  const { askRemove, question } = useRemoval<AiConnection>({
    words: ({ name }) => ({
      title: t(($) => $.admin.ai.remove.title, { name }),
      text: t(($) => $.admin.ai.remove.text),
      action: t(($) => $.admin.ai.remove.action),
      done: { title: t(($) => $.admin.ai.remove.done, { name }) },
    }),
    remove: ({ id }) => call(adminAiRoutes.removeAiConnection, { params: { connectionId: id } }),
  });
  const of = (purpose: AiPurpose) => rows.filter((row) => row.purpose === purpose);
  /** Kinds that the account has none of yet; the model on this server is no kind that is entered. */
  const left = (purpose: AiPurpose) =>
    kindsOfPurpose[purpose].filter((kind) => kind !== 'local' && !of(purpose).some((row) => row.kind === kind));
  const begin = (purpose: AiPurpose, kind = left(purpose)[0]) => {
    if (kind) setOpen({ at: 'new', purpose, kind });
  };
  const cards = (purpose: AiPurpose) =>
    of(purpose).map((service) => (
      <ServiceCard
        key={service.id}
        service={service}
        all={rows}
        isTesting={testing === service.id}
        onTest={() => void test(service)}
        onChange={() => setOpen({ at: 'service', service })}
        onRemove={() => askRemove(service)}
      />
    ));
  const working = rows.filter(({ state }) => state === 'working').length;
  return (
    <>
      <SectionFrame
        title={t(($) => $.admin.sections.ai)}
        note={
          status !== 'ready'
            ? undefined
            : rows.length === 0
              ? t(($) => $.admin.ai.none)
              : t(($) => $.admin.ai.count, { working, all: rows.length })
        }
      >
        <PageBody label={t(($) => $.admin.sections.ai)} className="max-w-[960px]">
          {status === 'ready' ? (
            <>
              {of('speech').length === 0 ? (
                <Ways onBegin={(kind) => begin('speech', kind)} />
              ) : (
                <Services purpose="speech" onAdd={left('speech').length === 0 ? null : () => begin('speech')}>
                  {cards('speech')}
                </Services>
              )}
              <Models services={rows} onUsed={(service) => void test(service)} />
              <Services
                purpose="language"
                onAdd={of('language').length === 0 || left('language').length === 0 ? null : () => begin('language')}
              >
                <Quotes />
                {cards('language')}
                {of('language').length === 0 ? (
                  <Connect purpose="language" onConnect={() => begin('language')} />
                ) : null}
              </Services>
              <Services
                purpose="voice"
                onAdd={of('voice').length === 0 || left('voice').length === 0 ? null : () => begin('voice')}
              >
                {cards('voice')}
                {of('voice').length === 0 ? <Connect purpose="voice" onConnect={() => begin('voice')} /> : null}
              </Services>
            </>
          ) : (
            <Skeleton className="h-48" />
          )}
          {overview === undefined ? null : <CompanyForm settings={overview.settings} />}
          <UseTable />
        </PageBody>
      </SectionFrame>
      {open === null ? null : (
        <ServicePanel
          key={open.at === 'new' ? open.purpose : open.service.id}
          open={open}
          kinds={open.at === 'new' ? left(open.purpose) : [open.service.kind]}
          onClose={() => setOpen(null)}
          onSaved={(service) => {
            setOpen(null);
            void test(service);
          }}
        />
      )}
      {question}
    </>
  );
}

interface ServicesProps {
  purpose: AiPurpose;
  onAdd: (() => void) | null;
  children: ReactNode;
}

function Services({ purpose, onAdd, children }: ServicesProps) {
  const { t } = useWords();
  return (
    <Group title={t(($) => $.admin.ai[purpose])} text={t(($) => $.admin.ai[`${purpose}Text`])}>
      {children}
      {onAdd === null ? null : (
        <div>
          <Button onClick={onAdd}>{t(($) => $.admin.ai.add)}</Button>
        </div>
      )}
    </Group>
  );
}

/** What is there without any service. */
function Quotes() {
  const { t } = useWords();
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-m border border-line bg-raised px-4 py-3">
      <Icon of={Quote} className="mt-0.5 text-ink-3" />
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-med">{t(($) => $.admin.ai.quotes.title)}</h3>
        <p className="text-12 text-ink-2">{t(($) => $.admin.ai.quotes.text)}</p>
      </div>
      <StateBadge tone="live">{t(($) => $.admin.ai.state.working)}</StateBadge>
    </div>
  );
}

function Connect({ purpose, onConnect }: { purpose: 'language' | 'voice'; onConnect: () => void }) {
  const { t } = useWords();
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-m border border-line bg-raised px-4 py-3">
      <Icon of={Plug} className="mt-0.5 text-ink-3" />
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-med">{t(($) => $.admin.ai.service[purpose].title)}</h3>
        <p className="text-12 text-ink-2">{t(($) => $.admin.ai.service[purpose].text)}</p>
      </div>
      <Button onClick={onConnect}>{t(($) => $.admin.ai.service.action)}</Button>
    </div>
  );
}
