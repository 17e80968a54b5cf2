import type { Webhook } from '@sidetone/contract/entities/webhook.ts';
import { adminWebhookRoutes } from '@sidetone/contract/http/admin/webhook-routes.ts';
import { type WebhookEntryProblem, webhookEntryProblems } from '@sidetone/contract/rules/ai/webhooks.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { track } from '#live/line/analytics.ts';
import { ApiError, codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { newId } from '#platform/new-id.ts';
import { confirm } from '#ui/confirm.ts';
import { toast } from '#ui/toasts.ts';
import { useNotSaved } from '../../use-not-saved.ts';
import {
  changeOf,
  type Draft,
  draftOf,
  newDraft,
  placed,
  planOf,
  problemsOf,
  savedOf,
  withOne,
  withoutOne,
} from './webhook-drafts.ts';

export type Problems = ReadonlyMap<string, WebhookEntryProblem>;
const none: Problems = new Map();

interface EditorOptions {
  readonly accountId: string;
  /** As it is at the server. */
  readonly saved: readonly Webhook[];
  /** Reads that again. Never throws: where it fails, `saved` stays. */
  readonly load: () => Promise<void>;
  /** Takes what the server has said of one of them. */
  readonly hear: (change: (saved: readonly Webhook[]) => readonly Webhook[]) => void;
}

/** Webhooks as they are edited: held here until they are saved, and back as they were with Cancel. SSET-033 to -041 */
export function useWebhookEditor({ accountId, saved, load, hear }: EditorOptions) {
  /** Null: as they are saved. */
  const [edited, setEdited] = useState<readonly Draft[] | null>(null);
  const [problems, setProblems] = useState<Problems>(none);
  const [isOutdated, setOutdated] = useState(false);
  /** Shown once, when a webhook was added or its secret renewed. */
  const [secret, setSecret] = useState<string | null>(null);
  const drafts = edited ?? saved.map(draftOf);
  const plan = planOf(drafts, saved);
  const edit = (next: readonly Draft[] | null) => {
    setEdited(next);
    setProblems(none);
  };
  const discard = () => {
    edit(null);
    setOutdated(false);
  };
  const ground = { accountId, saved, load, hear, plan, discard, setProblems, setOutdated, setSecret };
  const { isBusy, save } = useSaving(ground);
  const renewSecret = useRenewing(ground);
  const mayRemove = useRemoveQuestion();
  return {
    drafts,
    plan,
    problems,
    isBusy,
    isOutdated,
    secret,
    forgetSecret: () => setSecret(null),
    discard,
    save,
    renewSecret,
    async remove(draft: Draft) {
      // One that was never saved goes without a question. SSET-039, SSET-040
      if (savedOf(draft, saved) !== undefined && !(await mayRemove())) return;
      edit(drafts.filter(({ id }) => id !== draft.id));
    },
    add: () => edit([...drafts, newDraft(newId())]),
    change: (next: Draft) => edit(drafts.map((draft) => (draft.id === next.id ? next : draft))),
  };
}
export type WebhookEditor = ReturnType<typeof useWebhookEditor>;

/** What saving works on. */
interface Ground extends EditorOptions {
  readonly plan: ReturnType<typeof planOf>;
  readonly discard: () => void;
  readonly setProblems: (problems: Problems) => void;
  readonly setOutdated: (isOutdated: boolean) => void;
  readonly setSecret: (secret: string) => void;
}

function useSaving(ground: Ground) {
  const { t } = useWords();
  const failed = useFailure(ground);
  const [isBusy, setBusy] = useState(false);
  const { plan, saved, load, discard, setProblems } = ground;
  const save = async () => {
    if (isBusy || plan.fields.length === 0) return;
    for (const draft of plan.written) {
      const found = problemsOf(draft, savedOf(draft, saved));
      setProblems(found);
      if (found.size > 0) return;
    }
    setBusy(true);
    try {
      await carryOut(ground);
      discard();
      toast({ tone: 'ok', title: t(($) => $.admin.webhook.saved) });
      void track({ name: 'AI Feature Settings Submitted', flag: 'hasWebhook' });
    } catch (error) {
      failed(error);
    } finally {
      // After a failure too: some of it may have been done.
      await load();
      setBusy(false);
    }
  };
  return { isBusy, save };
}

/**
 * Deletes what is gone, then writes what is kept: an account has only so many. Each step that is done is saved from then on,
 * whatever becomes of the next one.
 */
async function carryOut({ accountId, saved, hear, plan, setSecret }: Ground): Promise<void> {
  for (const { id: webhookId } of plan.removed) {
    await call(adminWebhookRoutes.removeWebhook, { params: { accountId, webhookId } });
    hear((before) => withoutOne(before, webhookId));
  }
  for (const draft of plan.written) {
    const params = { accountId, webhookId: draft.id };
    const body = changeOf(draft, savedOf(draft, saved)?.rev ?? 0);
    const { webhook, secret } = await call(adminWebhookRoutes.saveWebhook, { params, body });
    hear((before) => withOne(before, webhook));
    if (secret !== null) setSecret(secret);
  }
}

/** Says what is wrong at its field; where somebody else saved something, that is what drafts are compared with from now on. */
function useFailure({ plan, setProblems, setOutdated }: Ground) {
  const notSaved = useNotSaved();
  return (error: unknown) => {
    const code = codeOf(error);
    console.warn('[settings] the webhook was not saved:', code);
    const issues = error instanceof ApiError ? error.issues : [];
    const known = issues.flatMap(({ path, message }) => {
      const problem = webhookEntryProblems.find((one) => one === message);
      return problem ? [{ path, message: problem }] : [];
    });
    const [draft] = plan.written;
    if (draft && known.length > 0) return setProblems(placed(draft, known));
    // One that is to be deleted is gone already.
    if (code !== 'CONFLICT' && code !== 'NOT_FOUND') return notSaved(code);
    setOutdated(true);
  };
}

function useRemoveQuestion() {
  const { t } = useWords();
  return () =>
    confirm({
      headline: t(($) => $.admin.webhook.removeAsk.title),
      text: t(($) => $.admin.webhook.removeAsk.text),
      action: t(($) => $.admin.webhook.removeAsk.action),
      critical: true,
    });
}

function useRenewing({ accountId, load, setSecret }: Ground) {
  const { t } = useWords();
  return async (webhookId: string) => {
    const isSure = await confirm({
      headline: t(($) => $.admin.webhook.secret.renewAsk.title),
      text: t(($) => $.admin.webhook.secret.renewAsk.text),
      action: t(($) => $.admin.webhook.secret.renewAsk.action),
      critical: true,
    });
    if (!isSure) return;
    try {
      const { secret } = await call(adminWebhookRoutes.renewWebhookSecret, { params: { accountId, webhookId } });
      setSecret(secret);
      await load();
    } catch (error) {
      const text = t(($) => $.errors[codeOf(error)], { detail: '' });
      toast({ tone: 'error', title: t(($) => $.admin.webhook.secret.renewFailed), text });
    }
  };
}
