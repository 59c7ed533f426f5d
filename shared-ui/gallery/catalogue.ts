import { examples as accordion } from '../src/components/Accordion/Accordion.examples';
import { examples as alertDialog } from '../src/components/AlertDialog/AlertDialog.examples';
import { examples as alertDialogOpen } from '../src/components/AlertDialog/AlertDialogOpen.examples';
import { examples as banner } from '../src/components/Banner/Banner.examples';
import { examples as breadcrumbs } from '../src/components/Breadcrumbs/Breadcrumbs.examples';
import { examples as button } from '../src/components/Button/Button.examples';
import { examples as careLabel } from '../src/components/CareLabel/CareLabel.examples';
import { examples as carousel } from '../src/components/Carousel/Carousel.examples';
import { examples as chatLink } from '../src/components/ChatLink/ChatLink.examples';
import { examples as dialog } from '../src/components/Dialog/Dialog.examples';
import { examples as dialogOpen } from '../src/components/Dialog/DialogOpen.examples';
import { examples as enquiryButton } from '../src/components/EnquiryButton/EnquiryButton.examples';
import { examples as enquiryForm } from '../src/components/EnquiryForm/EnquiryForm.examples';
import { examples as errorText } from '../src/components/ErrorText/ErrorText.examples';
import { examples as fileField } from '../src/components/FileField/FileField.examples';
import { examples as getInTouch } from '../src/components/GetInTouch/GetInTouch.examples';
import { examples as heading } from '../src/components/Heading/Heading.examples';
import { examples as heroCarousel } from '../src/components/HeroCarousel/HeroCarousel.examples';
import { examples as label } from '../src/components/Label/Label.examples';
import { examples as lead } from '../src/components/Lead/Lead.examples';
import { examples as linkButton } from '../src/components/LinkButton/LinkButton.examples';
import { examples as logoWall } from '../src/components/LogoWall/LogoWall.examples';
import { examples as ownLabel } from '../src/components/OwnLabel/OwnLabel.examples';
import { examples as pagination } from '../src/components/Pagination/Pagination.examples';
import { examples as picture } from '../src/components/Picture/Picture.examples';
import { examples as pinnedSheet } from '../src/components/PinnedSheet/PinnedSheet.examples';
import { examples as privacyNotice } from '../src/components/PrivacyNotice/PrivacyNotice.examples';
import { examples as processTape } from '../src/components/ProcessTape/ProcessTape.examples';
import { examples as prose } from '../src/components/Prose/Prose.examples';
import { examples as section } from '../src/components/Section/Section.examples';
import { examples as signpost } from '../src/components/Signpost/Signpost.examples';
import { examples as skeleton } from '../src/components/Skeleton/Skeleton.examples';
import { examples as spinner } from '../src/components/Spinner/Spinner.examples';
import { examples as statRow } from '../src/components/StatRow/StatRow.examples';
import { examples as swatchCard } from '../src/components/SwatchCard/SwatchCard.examples';
import { examples as tabs } from '../src/components/Tabs/Tabs.examples';
import { examples as tapeCard } from '../src/components/TapeCard/TapeCard.examples';
import { examples as testimonialCard } from '../src/components/TestimonialCard/TestimonialCard.examples';
import { examples as textArea } from '../src/components/TextArea/TextArea.examples';
import { examples as textField } from '../src/components/TextField/TextField.examples';
import { examples as threadProgress } from '../src/components/ThreadProgress/ThreadProgress.examples';
import { examples as tileGrid } from '../src/components/TileGrid/TileGrid.examples';
import { examples as toast } from '../src/components/Toast/Toast.examples';
import { examples as trail } from '../src/components/Trail/Trail.examples';
import { examples as videoDialog } from '../src/components/VideoDialog/VideoDialog.examples';
import { examples as videoDialogOpen } from '../src/components/VideoDialog/VideoDialogOpen.examples';
import type { Example } from '../src/samples/example';

/** Every component in its states. Feeds the gallery, the axe test and the screenshots. */
export const CATALOGUE: Record<string, Example[]> = {
  Accordion: accordion,
  AlertDialog: alertDialog,
  AlertDialogOpen: alertDialogOpen,
  Banner: banner,
  Breadcrumbs: breadcrumbs,
  Button: button,
  CareLabel: careLabel,
  Carousel: carousel,
  ChatLink: chatLink,
  Dialog: dialog,
  DialogOpen: dialogOpen,
  EnquiryButton: enquiryButton,
  EnquiryForm: enquiryForm,
  ErrorText: errorText,
  FileField: fileField,
  GetInTouch: getInTouch,
  Heading: heading,
  HeroCarousel: heroCarousel,
  Label: label,
  Lead: lead,
  LinkButton: linkButton,
  LogoWall: logoWall,
  OwnLabel: ownLabel,
  Pagination: pagination,
  Picture: picture,
  PinnedSheet: pinnedSheet,
  PrivacyNotice: privacyNotice,
  ProcessTape: processTape,
  Prose: prose,
  Section: section,
  Signpost: signpost,
  Skeleton: skeleton,
  Spinner: spinner,
  StatRow: statRow,
  SwatchCard: swatchCard,
  Tabs: tabs,
  TapeCard: tapeCard,
  TestimonialCard: testimonialCard,
  TextArea: textArea,
  TextField: textField,
  ThreadProgress: threadProgress,
  TileGrid: tileGrid,
  Toast: toast,
  Trail: trail,
  VideoDialog: videoDialog,
  VideoDialogOpen: videoDialogOpen,
};
