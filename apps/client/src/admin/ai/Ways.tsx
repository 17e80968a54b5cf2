import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import type { AiServiceKind } from '@sidetone/contract/entities/ai-settings.ts';
import { adminAiRoutes } from '@sidetone/contract/http/admin/ai-routes.ts';
import { Cpu, Download, KeyRound, type LucideIcon, Plug, Server } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Group } from '../EditorPanel.tsx';
import { formatBytes } from '../format.ts';
import { useRun } from '../run.ts';

/** The ways to have calls written down, while none is taken yet. */
export function Ways({ onBegin }: { onBegin: (kind: AiServiceKind) => void }) {
  const { t } = useWords();
  return (
    <Group title={t(($) => $.admin.ai.start.title)} text={t(($) => $.admin.ai.start.text)}>
      <div className="grid grid-cols-3 gap-4 max-[1099px]:grid-cols-1">
        <Way icon={Server} title={t(($) => $.admin.ai.ways.local.title)} text={t(($) => $.admin.ai.ways.local.text)}>
          <LocalState />
        </Way>
        <Way icon={Cpu} title={t(($) => $.admin.ai.ways.own.title)} text={t(($) => $.admin.ai.ways.own.text)}>
          <Button onClick={() => onBegin('openaiCompatible')}>
            <Icon of={Plug} />
            {t(($) => $.admin.ai.ways.own.action)}
          </Button>
        </Way>
        <Way icon={KeyRound} title={t(($) => $.admin.ai.ways.key.title)} text={t(($) => $.admin.ai.ways.key.text)}>
          <Button onClick={() => onBegin('openai')}>
            <Icon of={KeyRound} />
            {t(($) => $.admin.ai.ways.key.action)}
          </Button>
        </Way>
      </div>
    </Group>
  );
}

/** How far the way of a model on this server is; the models themselves stand further down. */
function LocalState() {
  const { t, language } = useWords();
  const { rows, status } = useLive(adminQueries.adminAiModels, {});
  const { run, busy } = useRun();
  if (status !== 'ready') return null;
  const [best] = rows;
  const isUnderWay = rows.some(({ state }) => state !== 'none');
  if (isUnderWay) return <StateBadge tone="live">{t(($) => $.admin.ai.ways.local.below)}</StateBadge>;
  if (!best) {
    return (
      <>
        <StateBadge tone="off">{t(($) => $.admin.ai.ways.local.state)}</StateBadge>
        <p className="pt-1 text-12 text-ink-3">{t(($) => $.admin.ai.ways.local.none)}</p>
      </>
    );
  }
  return (
    <Button
      tone="primary"
      disabled={busy}
      onClick={() => void run(() => call(adminAiRoutes.fetchAiModel, { params: { modelId: best.id } }), null)}
    >
      <Icon of={Download} />
      {t(($) => $.admin.ai.onServer.download, { size: formatBytes(best.bytes, language) })}
    </Button>
  );
}

interface WayProps {
  icon: LucideIcon;
  title: string;
  text: string;
  /** Its state, or what takes it. */
  children: ReactNode;
}

function Way({ icon, title, text, children }: WayProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 rounded-m border border-line-strong bg-raised p-5">
      <Icon of={icon} size={20} className="text-ink-3" />
      <h3 id={id} className="font-semi">
        {title}
      </h3>
      <p className="flex-1 text-pretty text-ink-2">{text}</p>
      <div className="pt-2">{children}</div>
    </section>
  );
}
