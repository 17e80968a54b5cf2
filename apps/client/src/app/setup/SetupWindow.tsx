import { Banners } from '#banners/Banners.tsx';
import { SetupFrame, type SetupFrameProps } from '#entry/SetupFrame.tsx';
import { isSetupDialog } from '#pages/dialogs.ts';
import { PageDialogs } from '#pages/PageDialogs.tsx';
import { FeedbackSlot } from '#window/FeedbackSlot.tsx';
import { NewsSlot } from '#window/NewsSlot.tsx';
import { SettingsSlot } from '#window/SettingsSlot.tsx';

/** The frame of the setup with banners and dialogs over it. These are loaded late, unlike the frame. */
export function SetupWindow(props: Omit<SetupFrameProps, 'banners' | 'dialogs'>) {
  const slots = [
    <SettingsSlot key="settings" />,
    <FeedbackSlot key="feedback" />,
    // Nothing opens by itself here.
    <NewsSlot key="news" ready={false} />,
  ];
  return <SetupFrame {...props} banners={<Banners />} dialogs={<PageDialogs has={isSetupDialog} slots={slots} />} />;
}
