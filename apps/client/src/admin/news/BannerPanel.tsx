import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import { type AdminInfoBanner, infoBannerDraft } from '@sidetone/contract/entities/admin-banner.ts';
import { infoBannerTypes } from '@sidetone/contract/entities/banner.ts';
import { adminBannerRoutes } from '@sidetone/contract/http/admin/banner-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Field } from '#ui/Field.tsx';
import { InfoBanner } from '#ui/InfoBanner.tsx';
import { Select } from '#ui/Select.tsx';
import { Switch } from '#ui/Switch.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { useEditor } from '../use-editor.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { bannerBody, bannerValues } from './banner-form.ts';

const languages = ['de', 'en'] as const;

/** The words of a banner, its look, and its audience. */
export function BannerPanel({ banner, onClose }: { banner: AdminInfoBanner | null; onClose: () => void }) {
  const { t } = useWords();
  const account = useLive(adminQueries.adminAccount, {}).rows[0];
  const editor = useEditor({
    values: bannerValues(banner),
    schema: infoBannerDraft,
    shape: bannerBody,
    async save(body) {
      if (banner) await call(adminBannerRoutes.changeInfoBanner, { params: { bannerId: banner.id }, body });
      else await call(adminBannerRoutes.addInfoBanner, { body });
      onClose();
    },
    saved: t(($) => $.admin.saved),
  });
  const { register, watch } = editor.form;
  const { type, message, link, linkText } = watch();
  const optional = (label: string) => `${label} (${t(($) => $.admin.optional)})`;

  return (
    <EditorPanel
      title={t(($) => (banner ? $.admin.news.edit : $.admin.news.add))}
      onClose={onClose}
      dirty={editor.dirty}
      busy={editor.busy}
      problem={editor.problem}
      onSubmit={() => void editor.submit()}
    >
      <Group title={t(($) => $.admin.news.preview)}>
        <div className="overflow-hidden rounded-m border border-line">
          {languages.map((language) => (
            // A preview of the fields below; nothing in it can be used.
            <div key={language} lang={language} inert>
              <InfoBanner
                look={type}
                text={message[language].trim() || '…'}
                link={
                  link.trim() === ''
                    ? null
                    : {
                        href: link.trim(),
                        label: linkText[language].trim() || t(($) => $.banners.readMore, { lng: language }),
                      }
                }
                onClose={() => {}}
                closeLabel={t(($) => $.banners.dismiss, { lng: language })}
              />
            </div>
          ))}
        </div>
      </Group>
      <Group title={t(($) => $.admin.news.says)}>
        <Select
          label={t(($) => $.admin.news.type)}
          options={infoBannerTypes.map((value) => ({ value, label: t(($) => $.admin.news.types[value]) }))}
          {...register('type')}
        />
        {languages.map((language) => (
          <TextArea
            key={language}
            label={t(($) => $.admin.news.messageIn[language])}
            rows={2}
            error={editor.error(`message.${language}`)}
            {...register(`message.${language}`)}
          />
        ))}
        <Field
          label={optional(t(($) => $.admin.news.link))}
          type="url"
          inputMode="url"
          placeholder="https://"
          help={t(($) => $.admin.news.linkHelp)}
          error={editor.error('link')}
          {...register('link')}
        />
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          {languages.map((language) => (
            <Field
              key={language}
              label={optional(t(($) => $.admin.news.linkTextIn[language]))}
              error={editor.error(`linkText.${language}`)}
              {...register(`linkText.${language}`)}
            />
          ))}
        </div>
      </Group>
      <Group title={t(($) => $.admin.news.when)}>
        <Switch label={t(($) => $.admin.news.enabled)} {...register('enabled')} />
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          <Field
            label={optional(t(($) => $.admin.news.expires))}
            type="datetime-local"
            help={t(($) => $.admin.news.expiresHelp)}
            error={editor.error('expires')}
            {...register('expires')}
          />
          <Field
            label={t(($) => $.admin.news.priority)}
            inputMode="numeric"
            help={t(($) => $.admin.news.priorityHelp)}
            error={editor.error('priority')}
            {...register('priority')}
          />
        </div>
      </Group>
      <AudienceFields editor={editor} chosen={banner?.crm ?? []} runsServer={account?.runsServer ?? false} />
    </EditorPanel>
  );
}
