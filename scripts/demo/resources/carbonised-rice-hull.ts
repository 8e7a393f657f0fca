import type { DemoResource } from '#demo/types.ts';

import { heading, image, text } from './block.ts';

export const carbonisedRiceHull: DemoResource = {
  key: 'carbonised-rice-hull',
  title: 'From ipa to black gold: making carbonised rice hull safely',
  cover: 'covers/carbonised-rice-hull',
  publishedDaysAgo: 54,
  blocks: [
    text(
      'Every 100 kg of palay leaves about 20 kg of hull. It rots slowly, for a fifth of it is silica, and blown over the road it makes everybody cough. Heated with too little air to burn, the same hull becomes a light black char that holds water and air around young roots. We call it CRH.',
    ),
    heading('The law and the neighbours'),
    text(
      'Open burning of farm waste is against the Clean Air Act (RA 8749) and the Solid Waste Act (RA 9003). Carbonising with a chimney is not the same as burning a heap, but smoke is smoke. Tell the barangay, choose a place at least 50 meters from houses and dry fields, on bare soil, with no strong wind. A closed carboniser that burns its own smoke is the better investment for a mill.',
    ),
    image('diagrams/crh-mound'),
    heading('The open carboniser, step by step'),
    text(
      'You need a burner made from a steel drum or can with many holes of about 1 cm in its sides, open below, and a chimney of 10 cm pipe, about 1.5 m long, that stands on it. Make a small fire of wood and paper, put the burner over it and fix the chimney. When it draws well, heap 10 sacks of dry hull around the burner in a cone, nearly as high as the burner, and leave the chimney free.',
    ),
    text(
      'The heat walks from the inside to the outside. After about half an hour black spots show at the top. Move brown hull from the foot up to the black places with a long shovel, so that nothing lies open to the air and turns to ash. After two to three hours the whole cone is black. Stay with it all the time; it is not a job to leave for lunch.',
    ),
    heading('Put it out completely'),
    text(
      'Pull out the burner with gloves and tongs, spread the char thin and quench it with water, 10 to 15 liters for each original sack, turning it until no steam rises and a hand held over it feels nothing. Char that looks dead can glow inside and set a store on fire the next day. Keep it in the open overnight before you bag it. Never quench it with soil alone.',
    ),
    text(
      'From ten sacks of hull come six or seven sacks of char, and by weight about 35 to 40 percent. Good CRH is black, whole in shape and light. Grey or white means ash: the carbon has burned away and the silica is left.',
    ),
    heading('Protect your lungs'),
    text(
      'Char dust and, worse, white hull ash contain fine silica, which scars the lungs for life. Wet the char before you move it, stand with the wind at your back, and wear a fitted mask (N95 or better) and not a handkerchief. Carbon monoxide collects in closed sheds, so never carbonise or cool it under a roof with walls.',
    ),
    heading('What to do with it'),
    text(
      'Seedling mix: equal parts by volume of CRH, good compost and fine soil. Roots come out whole, and damping off is rare, because the char is clean when it is fresh. Rice seedbeds: a layer of 1 cm on the mud makes pulling easier.',
    ),
    text(
      'Vegetable beds: 1 to 2 liters for each square meter, mixed with compost, every cropping. CRH is mildly alkaline, with a pH of about 8 to 9, and brings potassium and silica with almost no nitrogen. That is welcome in sour soil; in soil that is already above pH 7 use half and watch the leaves.',
    ),
    text(
      'Animal floors: mix one part with two parts of raw hull in pens and poultry litter. It binds ammonia, and after two months it is charged with nutrients and ready for the compost heap. Filters: a washed layer between gravel and sand takes colour and smell from water for the garden. It does not make water fit to drink.',
    ),
    heading('Cost and price'),
    text(
      'Two people make three batches of ten sacks in a long day, so about 20 sacks of CRH. Count the hauling of the hull, water and masks. A sack of char weighs 12 to 15 kg when drained. Sell it by volume with the date written on the sack, and be honest about grey ash: growers remember.',
    ),
  ],
};
