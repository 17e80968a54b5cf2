import { useMemo } from 'react';
import { fullName, useColleagues } from '#contacts/colleagues.ts';
import { ForwardingMissing } from '#forwarding/ForwardingMissing.tsx';
import { changeOwnForwarding, switchForwarding, useOwnForwarding } from '#forwarding/own-forwarding.ts';
import { RuleList } from '#forwarding/RuleList.tsx';
import { useForwardingForm } from '#forwarding/use-forwarding-form.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { useMe } from '#live/queries/me.ts';
import { useLeaving } from '#pages/use-leaving.ts';
import { Button } from '#ui/Button.tsx';
import { Switch } from '#ui/Switch.tsx';
import { SavedMark } from '../SavedMark.tsx';
import { SettingBody, SettingGroup, settingLine } from '../SettingGroup.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import type { SectionProps } from '../section-props.ts';
import { useNotSaved } from '../use-not-saved.ts';
import { useSaved } from '../use-saved.ts';

/** Where the calls of the user's own line go. The switch applies immediately, the rules once they are saved. */
export function ForwardingSection({ onClose }: SectionProps) {
  const { t } = useWords();
  const own = useOwnForwarding();
  if (own === null) {
    return (
      <SettingsPage title={t(($) => $.forwarding.title)} onClose={onClose}>
        <SettingBody>
          <ForwardingMissing />
        </SettingBody>
      </SettingsPage>
    );
  }
  return <OwnRules own={own} onClose={onClose} />;
}

interface OwnRulesProps {
  own: NonNullable<ReturnType<typeof useOwnForwarding>>;
  onClose: () => void;
}

function OwnRules({ own, onClose }: OwnRulesProps) {
  const { t } = useWords();
  const me = useMe();
  const { saved, tell } = useSaved();
  const notSaved = useNotSaved();
  const form = useForwardingForm(own.forwarding, (change) => changeOwnForwarding(own.channelId, change));
  const people = useColleagues();
  const colleagues = useMemo(
    () =>
      // The user is one of them: there are none only until they are known.
      people.size === 0
        ? null
        : [...people.values()]
            .filter(({ id }) => id !== me?.webUserId)
            .map((colleague) => ({ id: colleague.id, name: fullName(colleague) }))
            .sort((one, two) => one.name.localeCompare(two.name)),
    [people, me],
  );
  useLeaving(form.isDirty, {
    words: {
      headline: t(($) => $.forwarding.leaving.title),
      text: t(($) => $.forwarding.leaving.text),
      action: t(($) => $.forwarding.leaving.action),
    },
  });
  const { isOn, rules } = own.forwarding;
  const turn = async (wanted: boolean) => {
    try {
      await switchForwarding(own, wanted);
      tell();
    } catch (error) {
      notSaved(codeOf(error));
    }
  };
  return (
    <SettingsPage
      title={t(($) => $.forwarding.title)}
      onClose={onClose}
      status={<SavedMark saved={saved} />}
      actions={
        <Button
          tone="primary"
          disabled={!form.isDirty || form.isBusy}
          onClick={() => void form.save().then((isSaved) => isSaved && tell())}
        >
          {t(($) => (form.isBusy ? $.forwarding.saving : $.forwarding.save))}
        </Button>
      }
    >
      <SettingBody>
        <SettingGroup>
          <Switch
            className={settingLine}
            label={t(($) => $.forwarding.switch)}
            help={t(($) => (rules.length === 0 ? $.forwarding.noRules : $.forwarding.switchHelp))}
            checked={isOn}
            disabled={rules.length === 0 && !isOn}
            onChange={(event) => void turn(event.target.checked)}
          />
        </SettingGroup>
        <RuleList form={form} colleagues={colleagues} />
      </SettingBody>
    </SettingsPage>
  );
}
