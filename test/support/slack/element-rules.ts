// An interactive element of a block in; Slack's complaints about it out.
import { type Complain, checkCount, checkOptional, checkPlain, checkString, checkText } from "./complaints.ts";
import { asFields, asList, type Fields } from "./fields.ts";

const ACTION_ELEMENTS = new Set(
  (
    "button checkboxes datepicker datetimepicker timepicker overflow radio_buttons workflow_button rich_text_input " +
    "static_select users_select conversations_select channels_select external_select " +
    "multi_static_select multi_users_select multi_conversations_select multi_channels_select multi_external_select"
  ).split(" "),
);

export function isActionElement(element: Fields): boolean {
  return ACTION_ELEMENTS.has(String(element.type));
}

export function checkElement(element: Fields, at: string, complain: Complain): void {
  checkOptional(element.action_id, 255, `${at}/action_id`, complain);
  if (element.type === "button") checkButton(element, at, complain);
  if (element.type === "feedback_buttons") {
    for (const name of ["positive_button", "negative_button"]) {
      checkPlain(asFields(element[name]).text, 75, `${at}/${name}/text`, complain);
      checkString(asFields(element[name]).value, 2000, `${at}/${name}/value`, complain);
    }
  }
  if (element.placeholder !== undefined) checkPlain(element.placeholder, 150, `${at}/placeholder`, complain);
  const options = asList(element.options);
  checkCount(options, 0, 100, `${at}/options`, complain);
  for (const [index, option] of options.map(asFields).entries()) {
    checkText(option.text, 75, `${at}/options/${index}/text`, complain);
    checkString(option.value, 150, `${at}/options/${index}/value`, complain);
  }
  if (element.confirm !== undefined) {
    for (const [name, limit] of Object.entries({ title: 100, text: 300, confirm: 30, deny: 30 })) {
      checkText(asFields(element.confirm)[name], limit, `${at}/confirm/${name}`, complain);
    }
  }
}

function checkButton(button: Fields, at: string, complain: Complain): void {
  checkPlain(button.text, 75, `${at}/text`, complain);
  checkOptional(button.value, 2000, `${at}/value`, complain);
  checkOptional(button.url, 3000, `${at}/url`, complain);
  const isStyled = button.style === undefined || button.style === "primary" || button.style === "danger";
  if (!isStyled) complain("must be one of: primary, danger", `${at}/style`);
}
