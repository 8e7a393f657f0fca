import type { DemoPolicy } from '#demo/types.ts';

export const terms: DemoPolicy = {
  kind: 'terms_and_conditions',
  pdf: 'terms.pdf',
  title: 'Terms and Conditions',
  updated: '2024-09-02',
  sections: [
    {
      heading: '1. Who we are and what Glean is',
      paragraphs: [
        'Glean is a community service of the Glean co-operative (“the co-operative”, “we”) in Central Luzon, Philippines. It brings together people who have farm by-products or surplus produce and people who can use them: bio-waste processors, gleaning organizations and livestock feed producers.',
        'Glean is a notice board and a library. Agreements about goods, prices, hauling and labor are made between members. The co-operative is not a party to them unless it says so in writing.',
      ],
    },
    {
      heading: '2. Accepting these terms',
      paragraphs: [
        'By opening an account or using Glean you accept these terms, the Licensing Terms and the Data Privacy Guidelines. If you act for a farm, an association or a company, you confirm that you are allowed to do so.',
      ],
    },
    {
      heading: '3. Your account',
      paragraphs: [
        'You must be at least 18 years old and give your true name and a contact number that reaches you. One person keeps one account, in the role that is true for that person. Keep your password to yourself and tell us at once if somebody else has used your account. You answer for what is done with it until you have told us.',
        'We may ask for papers that confirm your role, such as a barangay clearance or a registration of your organization, and may limit an account until they are received.',
      ],
    },
    {
      heading: '4. Posting honestly',
      paragraphs: [
        'Say what it is, how much, in what condition, where, until when, and at what price or that it is free. Use pictures of the real thing. Update or delete the post when it is gone, so that nobody travels for nothing. Keep the posted price and conditions for those who have already agreed to come.',
        'Tell others what could harm them: pesticides and the date of spraying, mould, sick animals or plants, sharp or heavy pieces. Do not offer as food or feed what you know to be unsafe.',
      ],
    },
    {
      heading: '5. What is not allowed',
      paragraphs: [
        'You may not use Glean to deceive or threaten, to insult people for who they are, or to post the private details of others; to offer stolen goods, prohibited pesticides, sick animals, protected wildlife or anything that the law forbids; to encourage the open burning of waste; to advertise things that have nothing to do with the community; to send the same post again and again; or to break into the service, disturb it or gather its data by automatic means.',
        'Goods that need permits, for example the movement of animals or of manure in a time of avian influenza or African swine fever, may be offered only with those permits.',
      ],
    },
    {
      heading: '6. Reports and decisions',
      paragraphs: [
        'Any member may report a post and give the reason. Staff look at reports with care, normally within three working days. Depending on the case we may ask for a change, remove content, warn the member, or suspend or close the account. You receive the reason through a notification. You may ask for a second look within 15 days by writing to hello@glean.example, and a different person will decide.',
      ],
    },
    {
      heading: '7. Deals between members',
      paragraphs: [
        'Agree on quantity, quality, price, day, place and who loads, in writing where you can; a comment or a text message will do. Inspect before you pay. Pay in a way that leaves a record. Sellers and buyers keep to the laws on taxes, weights and measures, food safety, animal health and labor that apply to them.',
        'If a deal goes wrong, speak with each other first. The co-operative offers mediation to members free of charge, and disputes between residents of the same city or municipality may go to the barangay (Katarungang Pambarangay). Mediation does not take away your right to go to court.',
      ],
    },
    {
      heading: '8. Gleaning and gifts of food',
      paragraphs: [
        'Enter land only with the permission of the owner and within the hours agreed. Food donated in good faith is covered by the Food Donation Act of 2009 (RA 9803); it may not be resold. Leaders of a gleaning keep a list of those present, see to water, shade and first aid, and do not let minors climb or use blades.',
      ],
    },
    {
      heading: '9. Safety and the EduHub',
      paragraphs: [
        'The educational resources are prepared with care and are general. Machines, fire, gas, chemicals, urea and animals are dangerous when the instructions are not followed. You decide whether a method fits your place and your skill, and you follow the law on permits and on burning. Ask the agriculture office or a veterinarian in case of doubt.',
      ],
    },
    {
      heading: '10. Our responsibility',
      paragraphs: [
        'We work to keep Glean available, correct and safe, but we give it as it is and cannot promise that it never fails, or that every member tells the truth. As far as the law allows, the co-operative is not liable for losses from deals between members, for goods offered by them, or for lost profit. Nothing in these terms limits liability for fraud, gross negligence or bad faith, or rights of consumers that the law does not allow to be limited.',
      ],
    },
    {
      heading: '11. Leaving Glean',
      paragraphs: [
        'You may close your account at any time by writing to hello@glean.example from the email address of the account. What happens to your data is written in the Data Privacy Guidelines. Deals that you have already made remain binding.',
      ],
    },
    {
      heading: '12. Changes, law and contact',
      paragraphs: [
        'We announce changes that matter at least 30 days before they apply. If you go on using Glean after that day, the new terms apply to you. If one part of these terms is not valid, the rest remains in force.',
        'These terms are governed by the laws of the Republic of the Philippines. Subject to the rules on barangay conciliation, the proper courts of Nueva Ecija have jurisdiction, except where the law gives a consumer another place. Contact: Glean co-operative, Gapan City, Nueva Ecija; hello@glean.example.',
      ],
    },
  ],
};
