// What is known of addresses in a run, and of the places in the code at which threads meet.
#include "internal.h"

#include <string.h>

enum { PLACES = 1 << 16, SITES = 1 << 16 };

static Place places[PLACES];
static uint32_t used[PLACES];
static uint32_t usedCount;
static uint32_t run;
static uint64_t meeting[SITES];
static uint64_t meetingCount;

void startPlaces(void) {
  run += 1;
  usedCount = 0;
}

Place *placeOf(const void *address) {
  uint32_t index = (uint32_t)mix((uint64_t)(uintptr_t)address, 1) & (PLACES - 1);
  while (places[index].run == run && places[index].address != address)
    index = (index + 1) & (PLACES - 1);
  Place *place = &places[index];
  if (place->run != run) {
    if (usedCount == PLACES / 2) schedulerFail("limit", "the run touches too many addresses");
    memset(place, 0, sizeof *place);
    place->address = address;
    place->run = run;
    used[usedCount++] = index;
    place->name = usedCount;
  }
  return place;
}

static bool addMeeting(uint64_t site) {
  uint32_t index = (uint32_t)mix(site, 2) & (SITES - 1);
  while (meeting[index]) {
    if (meeting[index] == site) return false;
    index = (index + 1) & (SITES - 1);
  }
  if (meetingCount == SITES / 2) schedulerFail("limit", "the program has too many places of access");
  meeting[index] = site;
  meetingCount += 1;
  return true;
}

bool isMeetingPlace(uint64_t site) {
  uint32_t index = (uint32_t)mix(site, 2) & (SITES - 1);
  while (meeting[index]) {
    if (meeting[index] == site) return true;
    index = (index + 1) & (SITES - 1);
  }
  return false;
}

void addSite(Place *place, uint64_t site) {
  uint32_t known = place->siteCount < 8 ? place->siteCount : 8;
  for (uint32_t i = 0; i < known; i++)
    if (place->sites[i] == site) return;
  // More than fit are taken for places where threads meet: that costs schedules and misses none.
  if (known == 8) {
    addMeeting(site);
    return;
  }
  place->sites[place->siteCount++] = site;
}

void learnMeetingPlaces(void) {
  for (uint32_t i = 0; i < usedCount; i++) {
    Place *place = &places[used[i]];
    uint32_t all = place->readers | place->writers;
    if (place->writers == 0 || (all & (all - 1)) == 0) continue;
    for (uint32_t site = 0; site < place->siteCount; site++) addMeeting(place->sites[site]);
  }
}

uint64_t schedulerMeetingPlaces(void) { return meetingCount; }
