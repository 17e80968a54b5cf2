import type { RoutingTrial, TrialStep } from '@sidetone/contract/entities/routing-trial.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import {
  Ban,
  BellRing,
  Clock,
  ConciergeBell,
  Hourglass,
  Keyboard,
  ListTree,
  type LucideIcon,
  Megaphone,
  PhoneForwarded,
  PhoneOff,
  Presentation,
  Smartphone,
  Speaker,
  Split,
  UsersRound,
  Voicemail,
} from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { targetWords } from '../voice-menus/menu-words.ts';

const icons: Record<TrialStep['kind'], LucideIcon> = {
  channel: UsersRound,
  announcement: Megaphone,
  assistant: ConciergeBell,
  menu: ListTree,
  room: Presentation,
  page: Speaker,
  ring: BellRing,
  wait: Hourglass,
  blocked: Ban,
  proof: Keyboard,
  closed: Clock,
  voicemail: Voicemail,
  number: PhoneForwarded,
  mobile: Smartphone,
  rule: Split,
  end: PhoneOff,
};

/** The steps of a call, one sentence after the other. */
export function TrialSteps({ trial }: { trial: RoutingTrial }) {
  const { t, language } = useWords();
  const when = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(`${trial.localTime.slice(0, 16)}:00Z`));
  const words = useStepWords();
  return (
    <section aria-label={t(($) => $.admin.routing.result)} className="rounded-m border border-line px-4">
      <h2 className="pt-3 pb-1 font-semi">{t(($) => $.admin.routing.resultAt, { when })}</h2>
      <ol>
        {trial.steps.map((step, place) => {
          const { title, text } = words(step);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a step has no identity but its place
              key={place}
              className="flex items-start gap-3 border-line border-b py-3 last:border-b-0"
            >
              <Icon of={icons[step.kind]} className="mt-0.5 text-ink-3" />
              <span className="min-w-0 flex-1">
                <span className="block font-med">{title}</span>
                {text === null ? null : <span className="block text-12 text-ink-3">{text}</span>}
              </span>
              {step.afterSeconds > 0 ? (
                <span className="flex-none text-12 text-ink-3">
                  {t(($) => $.admin.routing.steps.after, { seconds: step.afterSeconds })}
                </span>
              ) : null}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function useStepWords(): (step: TrialStep) => { title: string; text: string | null } {
  const { t, language } = useWords();
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  return (step) => {
    switch (step.kind) {
      case 'channel':
        return { title: t(($) => $.admin.routing.steps.channel[step.why], { name: step.name }), text: null };
      case 'announcement':
        return { title: t(($) => $.admin.routing.steps.announcement), text: step.name };
      case 'assistant':
        return {
          title: t(($) => $.admin.routing.steps.assistant[step.voice]),
          text: t(($) => $.admin.routing.steps.assistantNext[step.voice], { name: step.name ?? '' }),
        };
      case 'menu':
        return menuWords(t, step, list);
      case 'ring':
        return ringWords(t, step, list);
      case 'wait':
        return {
          title: waitTitle(t, step),
          text: t(($) => $.admin.routing.steps.seconds, { seconds: step.seconds }),
        };
      case 'blocked':
        return blockedWords(t, step);
      case 'proof':
        return proofWords(t, step);
      case 'room':
      case 'closed':
        return { title: shortWords(t, step), text: null };
      case 'voicemail':
        return {
          title: t(($) => $.admin.routing.steps.voicemail),
          text: t(($) => $.admin.routing.steps.voicemailSeconds, { seconds: step.maxSeconds }),
        };
      case 'number':
        return {
          title: t(($) => $.admin.routing.steps.number, { number: formatNumber(step.number) }),
          text: problemWords(t, step.problem),
        };
      case 'page':
      case 'mobile':
        return step.kind === 'page' ? pageWords(t, step) : mobileWords(t, step);
      case 'rule':
        return { title: t(($) => $.admin.routing.steps.rule[step.when]), text: null };
      case 'end':
        return { title: t(($) => $.admin.routing.steps.end), text: t(($) => $.admin.routing.steps.ends[step.why]) };
    }
  };
}

type Words = ReturnType<typeof useWords>['t'];

/** A voice menu, where each of its keys leads, and which skills it asks for. */
function menuWords(t: Words, step: Extract<TrialStep, { kind: 'menu' }>, list: Intl.ListFormat) {
  const keys = step.keys.map(({ key, target, name, skills = [] }) => {
    const needs = skills.length > 0 ? ` (${list.format(skills)})` : '';
    return `${key}: ${targetWords(t, target, name)}${needs}`;
  });
  return {
    title: t(($) => $.admin.menus.step, { name: step.name }),
    text:
      keys.length === 0
        ? t(($) => $.admin.menus.stepNoKeys)
        : t(($) => $.admin.menus.stepNext, { keys: keys.join(', ') }),
  };
}

/** Who rings, for how long, and why these. */
function ringWords(t: Words, step: Extract<TrialStep, { kind: 'ring' }>, list: Intl.ListFormat) {
  if (step.members.length === 0) return { title: t(($) => $.admin.routing.steps.nobody), text: null };
  const seconds = t(($) => $.admin.routing.steps.seconds, { seconds: step.seconds });
  const asked = askedWords(t, step, list);
  return {
    title: t(($) => $.admin.routing.steps.ring, { names: list.format(step.members.map(({ name }) => name)) }),
    text: asked === null ? seconds : `${seconds} ${asked}`,
  };
}

/** Why these ring: what is asked for, and how much of it counts by now. */
function askedWords(t: Words, { asked }: Extract<TrialStep, { kind: 'ring' }>, list: Intl.ListFormat): string | null {
  if (!asked) return null;
  const needs = list.format(
    asked.needs.map(({ name, level }) => `${name} (${t(($) => $.admin.skills.asked[`level${level as 1 | 2 | 3}`])})`),
  );
  return t(($) => $.admin.skills.steps[asked.step], { needs });
}

/** Why a number would not be called. */
function problemWords(t: Words, problem: Extract<TrialStep, { kind: 'number' }>['problem']): string | null {
  if (problem === null) return null;
  if (problem === 'userLimit' || problem === 'accountLimit') return t(($) => $.admin.routing.steps.limit[problem]);
  return t(($) => $.admin.issue.destination[problem]);
}

const proofWords = (t: Words, { by }: Extract<TrialStep, { kind: 'proof' }>) => ({
  title: t(($) => $.admin.routing.steps.proof[by]),
  text: t(($) => $.admin.routing.steps.proofText),
});

const mobileWords = (t: Words, { name, number, problem }: Extract<TrialStep, { kind: 'mobile' }>) => ({
  title: t(($) => $.admin.routing.steps.mobile, { name, number: formatNumber(number) }),
  text: problemWords(t, problem) ?? t(($) => $.admin.routing.steps.mobileKey),
});

const pageWords = (t: Words, { name, phones }: Extract<TrialStep, { kind: 'page' }>) => ({
  title: t(($) => $.admin.paging.step, { name, count: phones }),
  text: t(($) => $.admin.paging.stepText),
});
/** Of steps that are one sentence. */
const shortWords = (t: Words, step: Extract<TrialStep, { kind: 'closed' | 'room' }>): string =>
  step.kind === 'room' ? t(($) => $.rooms.step, { name: step.name }) : closedWords(t, step);

function closedWords(t: Words, { byHand, holiday }: Extract<TrialStep, { kind: 'closed' }>): string {
  if (byHand) return t(($) => $.admin.routing.steps.closedByHand);
  if (holiday === null) return t(($) => $.admin.routing.steps.closedNow);
  return t(($) => $.admin.routing.steps.holidayNow, { name: holiday });
}

/** That a caller waits, in a queue or until a member is free. */
function waitTitle(t: Words, { inQueue, callBack }: Extract<TrialStep, { kind: 'wait' }>): string {
  if (!inQueue) return t(($) => $.admin.routing.steps.wait);
  return callBack ? t(($) => $.admin.channels.waiting.stepCallBack) : t(($) => $.admin.channels.waiting.step);
}

/** The list that refuses the caller, and which of its entries. */
function blockedWords(t: Words, { by, number }: Extract<TrialStep, { kind: 'blocked' }>) {
  const title = t(($) => $.admin.routing.steps.blocked[by]);
  return { title, text: number === null ? t(($) => $.blocked.anonymous) : formatNumber(number) };
}
